import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { DebriefError, INTEGRATION_NOT_FOUND, REBUILD_RUNNING } from '@debrief/contracts/errors';
import { getIntegration } from '@debrief/contracts/operations/directory-access';
import {
  analyticsRebuilds,
  coachingRebuilds,
  ingestRebuilds,
  type Rebuild,
} from '@debrief/contracts/operations/rebuilds';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach } from '@debrief/messaging/handle-each';
import { type OperationHandler, serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { runDebrief, runProcess, startDebrief } from '../run-debrief.ts';

const nats = await testNats(t);
const messaging = await connect({
  url: nats.url,
  name: 'test',
  log: createLogger({ name: 'test', level: 'silent' }),
});
t.teardown(() => messaging.close());

const integrationId = '01900000-0000-7000-8000-000000000001';
/** What services answer of their rebuilds, by service and kind. */
const rebuilds = new Map<string, Rebuild>();
const asked: { kind: string; integration_id: string | null }[] = [];
/** Rebuilds end when they are begun, unless this holds them. */
let isHeld = false;

function fresh(kind: string, integration_id: string | null): Rebuild {
  return {
    id: integrationId,
    kind,
    integration_id,
    started_at: new Date().toISOString(),
    finished_at: isHeld ? null : new Date().toISOString(),
    rows: 1234,
    changed: 5,
    removed: 1,
    waits_for: null,
    waiting_since: null,
  };
}

function rebuilding(service: string, { start, get }: typeof analyticsRebuilds): OperationHandler[] {
  return [
    handleEach(start, async ({ input: { kind, integration_id } }) => {
      asked.push({ kind, integration_id });
      const running = rebuilds.get(`${service} ${kind}`);
      const ok = running?.finished_at === null ? running : fresh(kind, integration_id);
      if (ok.integration_id !== null && ok.integration_id !== integration_id)
        return { error: new DebriefError(REBUILD_RUNNING) };
      rebuilds.set(`${service} ${kind}`, ok);
      return { ok };
    }),
    handleEach(get, async ({ input }) => ({ ok: rebuilds.get(`${service} ${input.kind}`) ?? null })),
  ];
}

const version = '0.1.0';
const directory = handleEach(getIntegration, async ({ input }) =>
  input.id === integrationId
    ? { ok: { id: input.id } as never }
    : { error: new DebriefError(INTEGRATION_NOT_FOUND) },
);
await serve(messaging, { service: 'directory', version, handlers: [directory] });
await serve(messaging, {
  service: 'coaching',
  version,
  handlers: rebuilding('coaching', coachingRebuilds as unknown as typeof analyticsRebuilds),
});
await serve(messaging, {
  service: 'ingest',
  version,
  handlers: rebuilding('ingest', ingestRebuilds as unknown as typeof analyticsRebuilds),
});
const analytics = () =>
  serve(messaging, { service: 'analytics', version, handlers: rebuilding('analytics', analyticsRebuilds) });
let served = await analytics();

const debrief = (...args: string[]) => runDebrief(['--nats', nats.url, 'rebuild', ...args]);
const change = (key: string, to: Partial<Rebuild>) =>
  rebuilds.set(key, { ...(rebuilds.get(key) as Rebuild), ...to });

t.beforeEach(() => {
  rebuilds.clear();
  asked.length = 0;
  isHeld = false;
});

t.test('each copy that is meant is rebuilt, and what was done is told', async (t) => {
  const meant = {
    analytics: ['calls in analytics', 'users in analytics'],
    users: ['users in analytics', 'users in coaching'],
    integrations: ['integrations in ingest', 'integrations in coaching'],
  };
  for (const [what, copies] of Object.entries(meant)) {
    rebuilds.clear();
    const { status, stdout } = await debrief(what, '--json');
    t.equal(status, 0);
    t.strictSame(
      (JSON.parse(stdout) as { copy: string }[]).map(({ copy }) => copy),
      copies,
    );
    t.match(JSON.parse(stdout), [{ rows: 1234, changed: 5, removed: 1, finished_at: String }]);
  }
  t.ok(asked.every(({ integration_id }) => integration_id === null));
});

t.test('it is watched until it ends, also while its service restarts', async (t) => {
  isHeld = true;
  const running = runProcess(['--nats', nats.url, 'rebuild', 'integrations']);
  const watching = debrief('analytics', '--integration', integrationId);
  while (rebuilds.size < 4) await pause(20);
  await served.close();
  await pause(1_000);
  served = await analytics();
  for (const key of rebuilds.keys())
    change(key, { rows: 20_000, finished_at: new Date(Date.now() + 125_000).toISOString() });
  const [one, two] = await Promise.all([running, watching]);
  t.equal(one.status, 0);
  // Each is told when it was seen to have ended, whichever that was first.
  for (const service of ['ingest', 'coaching'])
    t.match(
      one.stdout.split('\n').find((line) => line.startsWith(`integrations in ${service}:`)),
      /: 20,000 compared, 5 corrected, 1 removed, done in /,
    );
  t.match(two, {
    status: 0,
    stdout: /^calls in analytics: 20,000 .* done in 2 min \d+ s$/m,
    stderr: /calls in analytics: 1,234 compared, 5 corrected, 1 removed, for \d+ s · users in analytics/,
  });
  t.match(two.stdout, /^users in analytics: .* done in/m);
  const scopes = asked.map(({ kind, integration_id }) => `${kind} ${integration_id}`).sort();
  t.strictSame(scopes, [
    `calls ${integrationId}`,
    'integrations null',
    'integrations null',
    `users ${integrationId}`,
  ]);
});

t.test('whom it waits for is told', async (t) => {
  isHeld = true;
  const first = startDebrief('--nats', nats.url, 'rebuild', 'integrations');
  while (rebuilds.size < 2) await pause(20);
  first.kill('SIGINT');
  await once(first, 'close');
  const waits = { waits_for: 'directory', waiting_since: new Date(Date.now() - 60_000).toISOString() };
  change('coaching integrations', waits);
  const second = debrief('integrations');
  while (asked.length < 4) await pause(20);
  await pause(200);
  for (const key of rebuilds.keys()) change(key, { finished_at: new Date().toISOString(), waits_for: null });
  t.match(await second, { status: 0, stderr: /waits for directory, for \d+ min/ });
});

t.test('Ctrl-C stops watching and says that the rebuild goes on', async (t) => {
  isHeld = true;
  const child = startDebrief('--nats', nats.url, '--json', 'rebuild', 'integrations');
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    // Its first line shows that it is watching.
    if (stderr === '') child.kill('SIGINT');
    stderr += data;
  });
  const [status] = await once(child, 'close');
  t.equal(status, 130);
  t.match(stderr, /Stopped watching\. The rebuild goes on; the same command shows it again\./);
  t.match(JSON.parse(stdout), [
    { copy: 'integrations in ingest', finished_at: null },
    { copy: 'integrations in coaching', finished_at: null },
  ]);
});

t.test('what cannot be rebuilt is refused in words', async (t) => {
  t.match(await debrief('everything'), {
    status: 1,
    stderr: /Allowed choices are analytics, users, integrations/,
  });
  const unknown = integrationId.replace(/1$/, '2');
  t.match(await debrief('users', '--integration', unknown), {
    status: 1,
    stdout: '',
    stderr: /^debrief: Integration not found/,
  });
  t.strictSame(asked, []);
  rebuilds.set('coaching integrations', { ...fresh('integrations', integrationId), finished_at: null });
  t.match(await debrief('integrations'), {
    status: 1,
    stderr: /^debrief: A rebuild of other integrations is running; try again when it is done\n$/,
  });
});
