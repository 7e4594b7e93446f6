import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { readSecrets } from '../../src/start/secrets.ts';

t.test('secrets are created once, for their owner only', async (t) => {
  const folder = t.testdir({});
  const first = readSecrets(folder);
  const again = readSecrets(folder);
  t.equal(again.cursorSecret, first.cursorSecret);
  t.equal(again.invitationSecret, first.invitationSecret);
  t.ok(first.invitationSecret.length >= 43);
  t.ok(first.cursorSecret.length >= 43);
  t.equal(again.rolePassword('ingest'), first.rolePassword('ingest'));
  t.not(first.rolePassword('ingest'), first.rolePassword('directory'));
  t.not(readSecrets(t.testdir({ other: {} })).cursorSecret, first.cursorSecret);
  t.not(first.natsPassword('ingest'), first.natsPassword('directory'));
  const file = path.join(folder, 'secrets.json');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.notMatch(readFileSync(file, 'utf8'), first.rolePassword('ingest'));
});

t.test(
  'a file of a version that knew fewer secrets gets those that are missing, and keeps the others',
  async (t) => {
    const folder = t.testdir({ 'secrets.json': '{"cursor_secret": "known", "later": "kept"}' });
    const { cursorSecret, natsPassword } = readSecrets(folder);
    t.equal(cursorSecret, 'known');
    t.equal(readSecrets(folder).natsPassword('ingest'), natsPassword('ingest'));
    t.match(JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8')), { later: 'kept' });
  },
);

t.test('a damaged file is reported, not replaced', async (t) => {
  const folder = t.testdir({ 'secrets.json': '{"cursor_secret": 1}' });
  t.throws(() => readSecrets(folder), { message: /secrets\.json is damaged/ });
  writeFileSync(path.join(folder, 'secrets.json'), '{');
  t.throws(() => readSecrets(folder));
});

t.test('a folder that cannot be read is reported', async (t) => {
  t.throws(() => readSecrets(path.join(t.testdir({ file: '' }), 'file')), { code: 'ENOTDIR' });
});
