import { hashApiKey, isWellFormedApiKey } from '@debrief/contracts/api-key';
import {
  listKeys,
  listKeyUses,
  recordKeyUse,
  revokeKey,
  verifyKey,
} from '@debrief/contracts/operations/directory-access';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';

const directory = await runningDirectory(t);
const { ask, db } = directory;

function verify(key: string) {
  return ask(verifyKey, { sha256: hashApiKey(key) });
}

t.test('a new key is well formed and verifies with all that the gateway needs', async (t) => {
  const categories = [{ name: 'sales', kind: 'call' as const }];
  const integration = await directory.createIntegration({ crm: 'Follow', categories });
  const { key, ...created } = await directory.createKey({
    integration_id: integration.id,
    name: 'Dialer',
    access: 'read-only',
  });
  t.ok(isWellFormedApiKey(key));
  t.match(created, {
    organization_id: integration.organization_id,
    integration_id: integration.id,
    name: 'Dialer',
    access: 'read-only',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  });
  t.strictSame(await verify(key), {
    key_id: created.id,
    organization_id: integration.organization_id,
    integration_id: integration.id,
    access: 'read-only',
    expires_at: null,
    integration: { crm: 'Follow', categories },
  });
});

t.test('the value of a key is stored nowhere and shown only when it is made', async (t) => {
  const { key, ...shown } = await directory.createKey();
  const rows = await db.selectFrom('api_keys').selectAll().where('id', '=', shown.id).execute();
  t.equal(rows[0]?.sha256.toString('hex'), hashApiKey(key));
  t.notOk(JSON.stringify(rows).includes(key));
  t.strictSame(await ask(listKeys, { integration_id: shown.integration_id }), { data: [shown] });
});

t.test('keys are listed from the oldest, of all integrations or of one', async (t) => {
  const { key: _first, ...first } = await directory.createKey();
  const { key: _second, ...second } = await directory.createKey({ integration_id: first.integration_id });
  const { key: _other, ...other } = await directory.createKey();
  t.strictSame(await ask(listKeys, { integration_id: first.integration_id }), { data: [first, second] });
  t.strictSame((await ask(listKeys, {})).data.slice(-3), [first, second, other]);
});

t.test('a key of an integration that does not exist is refused', async (t) => {
  await t.rejects(directory.createKey({ integration_id: uuidv7() }), declared('INTEGRATION_NOT_FOUND'));
});

t.test('an expiry must be an instant in the future', async (t) => {
  for (const expires_at of ['tomorrow', '2026-02-30T00:00:00Z', '2001-01-01T00:00:00Z']) {
    const details = { violations: ['expires_at must be an ISO-8601 instant in the future'] };
    await t.rejects(directory.createKey({ expires_at }), declared('VALIDATION_FAILED', details));
  }
});

t.test('an invalid key in a batch does not affect the others', async (t) => {
  const { id: integration_id } = await directory.createIntegration();
  const made = await Promise.allSettled([
    directory.createKey({ integration_id, name: 'first' }),
    directory.createKey({ integration_id: uuidv7() }),
    directory.createKey({ integration_id, expires_at: 'never' }),
    directory.createKey({ integration_id, name: 'second' }),
  ]);
  t.match(made, [
    { value: { name: 'first' } },
    { reason: declared('INTEGRATION_NOT_FOUND') },
    { reason: declared('VALIDATION_FAILED') },
    { value: { name: 'second' } },
  ]);
});

t.test('a key verifies until it expires', async (t) => {
  const { id, key } = await directory.createKey({ expires_at: '2999-01-01T00:00:00+01:00' });
  t.match(await verify(key), { key_id: id, expires_at: '2998-12-31T23:00:00.000Z' });
  await db.updateTable('api_keys').set({ expires_at: new Date() }).where('id', '=', id).execute();
  t.equal(await verify(key), null);
});

t.test('a revoked key no longer verifies, and revoking it again changes nothing', async (t) => {
  const { key, ...created } = await directory.createKey();
  const revoked = await ask(revokeKey, { id: created.id.toUpperCase() });
  t.match(revoked.revoked_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.strictSame(revoked, { ...created, revoked_at: revoked.revoked_at });
  t.equal(await verify(key), null);
  t.strictSame(await ask(revokeKey, { id: created.id }), revoked);
});

t.test('a key that does not exist cannot be revoked', async (t) => {
  await t.rejects(ask(revokeKey, { id: uuidv7() }), declared('KEY_NOT_FOUND'));
});

t.test('known, unknown and revoked keys verified at once each get their own reply', async (t) => {
  const [first, gone, second] = await Promise.all([
    directory.createKey(),
    directory.createKey(),
    directory.createKey(),
  ]);
  await ask(revokeKey, { id: gone.id });
  const answers = await Promise.all(
    [first.key, 'unknown', gone.key, second.key, first.key].map((key) => verify(key)),
  );
  t.strictSame(
    answers.map((answer) => answer?.key_id ?? null),
    [first.id, null, null, second.id, first.id],
  );
});

t.test('a hash that is not a SHA-256 is refused', async (t) => {
  await t.rejects(ask(verifyKey, { sha256: 'abc' }), declared('VALIDATION_FAILED'));
});

async function lastUse(id: string): Promise<string | null> {
  const key = await db
    .selectFrom('api_keys')
    .select('last_used_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return key.last_used_at;
}

t.test('the latest use of each key is kept, whatever the order of the reports', async (t) => {
  const [one, other, unused] = [
    await directory.createKey(),
    await directory.createKey(),
    await directory.createKey(),
  ];
  await Promise.all([
    ask(recordKeyUse, { key_id: one.id, uses: 1, used_at: '2026-01-01T10:00:00.000Z' }),
    ask(recordKeyUse, { key_id: one.id, uses: 1, used_at: '2026-01-01T12:00:00.000Z' }),
    ask(recordKeyUse, { key_id: one.id, uses: 1, used_at: '2026-01-01T11:00:00.000Z' }),
    ask(recordKeyUse, { key_id: other.id, uses: 1, used_at: '2026-01-02T00:00:00.000Z' }),
  ]);
  await ask(recordKeyUse, { key_id: one.id, uses: 1, used_at: '2025-12-31T00:00:00.000Z' });
  t.equal(await lastUse(one.id), '2026-01-01T12:00:00.000000Z');
  t.equal(await lastUse(other.id), '2026-01-02T00:00:00.000000Z');
  t.equal(await lastUse(unused.id), null);
});

t.test('a use reported by a clock that is ahead counts as now', async (t) => {
  const { id } = await directory.createKey();
  await ask(recordKeyUse, { key_id: id, uses: 1, used_at: '2999-01-01T00:00:00.000Z' });
  const used = await lastUse(id);
  t.ok(used !== null && used < '2999');
});

t.test(
  'the use of a key that does not exist is ignored; one without a valid instant is refused',
  async (t) => {
    t.equal(
      await ask(recordKeyUse, { key_id: uuidv7(), uses: 1, used_at: '2026-01-01T10:00:00.000Z' }),
      null,
    );
    const { id } = await directory.createKey();
    const [good, bad] = await Promise.allSettled([
      ask(recordKeyUse, { key_id: id, uses: 1, used_at: '2026-01-01T10:00:00.000Z' }),
      ask(recordKeyUse, { key_id: id, uses: 1, used_at: 'yesterday' }),
    ]);
    t.match(good, { status: 'fulfilled' });
    t.match(bad, { reason: declared('VALIDATION_FAILED') });
  },
);

t.test('uses are counted for each key and day', async (t) => {
  const { id, integration_id, name } = await directory.createKey();
  await Promise.all([
    ask(recordKeyUse, { key_id: id, uses: 3, used_at: '2026-01-01T10:00:00.000Z' }),
    ask(recordKeyUse, { key_id: id, uses: 4, used_at: '2026-01-01T23:59:59.000Z' }),
  ]);
  await ask(recordKeyUse, { key_id: id, uses: 5, used_at: '2026-01-02T00:00:00.000Z' });
  await ask(recordKeyUse, { key_id: id, uses: 6, used_at: '2026-01-01T12:00:00.000Z' });
  const key = { key_id: id, integration_id, name };
  const first = { day: '2026-01-01', ...key, uses: 13 };
  const second = { day: '2026-01-02', ...key, uses: 5 };
  t.same(await ask(listKeyUses, { key_id: id, since: '2026-01-01' }), { data: [second, first] });
  t.same(await ask(listKeyUses, { integration_id, since: '2026-01-02' }), { data: [second] });
  t.same(await ask(listKeyUses, { integration_id: uuidv7(), since: '2026-01-01' }), { data: [] });
});
