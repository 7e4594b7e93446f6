import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { natsUsers } from '@debrief/contracts/nats-users';
import { testNats } from '@debrief/local/testing';
import { connect, type Messaging } from '@debrief/messaging/connection';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { writeCredentials } from '../../src/nats/write-credentials.ts';
import { projectFolder } from '../../src/start/apps.ts';
import { runDebrief } from '../run-debrief.ts';
import { until } from '../start/start-process.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const urlIn = (folder: string, user: string) =>
  readFileSync(path.join(folder, `nats-${user}.url`), 'utf8').trim();

const letsIn = (url: string) =>
  connect({ url, user: 'ingest', log, timeoutMs: 5000 }).then(
    async (messaging) => {
      await messaging.close();
      return true;
    },
    () => false,
  );

/** JetStream has no responders for a moment while the server reloads its configuration. */
const checks = (messaging: Messaging) =>
  messaging.check().then(
    () => true,
    () => false,
  );

/** A server with the users that `nats config` writes into a folder, whose files name its address. */
async function guardedServer(t: Parameters<typeof testNats>[0], folder: string) {
  const options = { folder, server: 'nats://nats:4222', kubernetes: false };
  const written = writeCredentials(options);
  const server = await testNats(t, readFileSync(written.server, 'utf8'));
  writeCredentials({ ...options, server: server.url });
  return server;
}

t.test(
  'nats config writes the credentials of every user, for their owner alone, and keeps them',
  async (t) => {
    const folder = path.join(t.testdir({}), 'secrets');
    const first = await runDebrief(['nats', 'config', '--dir', folder, '--kubernetes', '--json']);
    t.equal(first.status, 0, first.stderr);
    const { users } = JSON.parse(first.stdout);
    t.same(Object.keys(users).sort(), [...natsUsers].sort());
    t.equal(statSync(folder).mode & 0o777, 0o700);
    const files = readdirSync(folder);
    t.equal(files.length, natsUsers.length + 2);
    for (const file of files) t.equal(statSync(path.join(folder, file)).mode & 0o777, 0o600, file);

    const before = natsUsers.map((user) => urlIn(folder, user));
    t.equal(new Set(before.map((url) => new URL(url).password)).size, natsUsers.length);
    const secrets = readFileSync(path.join(folder, 'nats-secrets.yaml'), 'utf8');
    for (const url of before) t.ok(secrets.includes(`NATS_URL: ${JSON.stringify(url)}`));
    await runDebrief(['nats', 'config', '--dir', folder]);
    t.same(
      natsUsers.map((user) => urlIn(folder, user)),
      before,
    );
    await runDebrief(['nats', 'config', '--dir', folder, '--rotate']);
    for (const [index, user] of natsUsers.entries()) t.not(urlIn(folder, user), before[index]);
  },
);

t.test('the configuration for Docker is one that nats-server takes', async (t) => {
  const folder = t.testdir({});
  await runDebrief(['nats', 'config', '--dir', folder]);
  copyFileSync(path.join(projectFolder, 'docker/nats.conf'), path.join(folder, 'nats.conf'));
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  t.doesNotThrow(() => execFileSync('nats-server', ['-t', '-c', path.join(folder, 'nats.conf')], { env }));
});

t.test('what it wrote lets every user in, and topology makes the streams', async (t) => {
  const folder = t.testdir({});
  await guardedServer(t, folder);
  const asOperator = ['--nats', path.join(folder, 'nats-operator.url')];
  const made = await runDebrief([...asOperator, 'topology', '--json']);
  t.equal(made.status, 0, made.stderr);
  t.match(JSON.parse(made.stdout), [{ stream: 'recordings' }, { stream: 'transcripts' }]);
  for (const user of natsUsers) {
    const messaging = await connect({ url: urlIn(folder, user), user, log, timeoutMs: 5000 });
    await messaging.check();
    await messaging.close();
  }
  const again = await runDebrief([...asOperator, 'topology']);
  t.match(again.stdout, /people +user\.> +analytics_user_changed, coaching_user_changed/);
});

t.test('a login works on while another takes its place, and not once it is retired', async (t) => {
  const folder = t.testdir({});
  const server = await guardedServer(t, folder);
  await runDebrief(['--nats', path.join(folder, 'nats-operator.url'), 'topology']);
  const reload = () => {
    const file = path.join(server.storeDir, '..', 'nats.conf');
    const [before = ''] = readFileSync(file, 'utf8').split(/^authorization /m);
    writeFileSync(file, before + readFileSync(path.join(folder, 'nats-users.conf'), 'utf8'));
    server.kill('SIGHUP');
  };
  const first = await connect({ url: urlIn(folder, 'ingest'), user: 'ingest', log, timeoutMs: 5000 });
  t.teardown(() => first.close());
  const config = ['nats', 'config', '--dir', folder, '--server', server.url];
  const rotated = await runDebrief([...config, '--rotate']);
  t.equal(rotated.status, 0, rotated.stderr);
  t.match(urlIn(folder, 'ingest'), '//ingest-2:');
  reload();
  // NATS reads its configuration a moment after the signal.
  await until(() => letsIn(urlIn(folder, 'ingest')));
  const second = await connect({ url: urlIn(folder, 'ingest'), user: 'ingest', log, timeoutMs: 5000 });
  t.teardown(() => second.close());
  await until(() => checks(second));
  await until(() => checks(first));
  t.equal(first.stats().reconnects, 0, 'whoever has the first one was not cut off');
  t.match((await runDebrief([...config, '--rotate'])).stderr, 'then --retire');

  t.equal((await runDebrief([...config, '--retire'])).status, 0);
  reload();
  await until(() => checks(second));
  t.equal(second.stats().reconnects, 0);
  const isOut = () =>
    first.ping().then(
      () => false,
      () => true,
    );
  await until(isOut);
  await runDebrief([...config, '--rotate']);
  t.match(urlIn(folder, 'ingest'), '//ingest:', 'the next rotation takes the first name again');
});

t.test('doctor warns of a NATS that lets everybody in, or that all share a user of', async (t) => {
  const folder = t.testdir({});
  await guardedServer(t, folder);
  const open = await testNats(t);
  const shared = await testNats(t, 'authorization { user: all, password: secret }');
  const sharedUrl = shared.url.replace('//', '//all:secret@');
  const findings = async (nats: string, ...options: string[]) => {
    await runDebrief(['--nats', nats, 'topology']);
    return (await runDebrief(['--nats', nats, 'doctor', ...options])).stdout;
  };
  const asOperator = await findings(path.join(folder, 'nats-operator.url'), '--json');
  t.match(JSON.parse(asOperator).at(-1), { ok: true, warning: undefined, detail: 'each app has its own' });
  const ofOpen = await findings(open.url);
  t.match(ofOpen, /^ok +NATS: JetStream answers$/m);
  t.match(ofOpen, /^WARNING NATS credentials: NATS lets in everybody .*debrief nats config$/m);
  t.match(JSON.parse(await findings(sharedUrl, '--json')).at(-1), {
    ok: true,
    warning: true,
    detail: /share one user/,
  });
});

t.test('what cannot be is said, and no password with it', async (t) => {
  const folder = t.testdir({ 'empty.url': '' });
  const withPassword = await runDebrief([
    'nats',
    'config',
    '--dir',
    folder,
    '--server',
    'nats://me:secret@host',
  ]);
  t.equal(withPassword.status, 1);
  t.match(withPassword.stderr, /without credentials/);
  t.notMatch(withPassword.stderr, /secret@/);
  t.match(
    (await runDebrief(['nats', 'config', '--dir', folder, '--server', 'host'])).stderr,
    /not the URL of a NATS/,
  );
  t.match(
    (await runDebrief(['--nats', path.join(folder, 'empty.url'), 'queue'])).stderr,
    /does not hold the URL/,
  );
  t.match(
    (await runDebrief(['--nats', path.join(folder, 'nowhere.url'), 'queue'])).stderr,
    /There is no file .*nowhere\.url/,
  );
  const away = await runDebrief(['--nats', 'nats://operator:secret@127.0.0.1:1', 'queue']);
  t.match(away.stderr, /NATS does not answer at 127\.0\.0\.1:1\. Is Debrief running/);
  const server = await guardedServer(t, folder);
  writeFileSync(path.join(folder, 'wrong.url'), `${server.url.replace('//', '//operator:secret@')}\n`);
  const wrong = await runDebrief(['--nats', path.join(folder, 'wrong.url'), 'queue']);
  t.match(wrong.stderr, /NATS refuses the connection at 127/);
  t.notMatch(wrong.stderr, /secret/);
});
