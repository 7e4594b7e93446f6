import type { InputOf } from '@debrief/contracts/define';
import {
  type AuditEntry,
  analyticsAudit,
  coachingAudit,
  directoryAudit,
  ingestAudit,
} from '@debrief/contracts/operations/audit';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { runDebrief } from '../run-debrief.ts';

// Each command is a process of its own.
t.setTimeout(120_000);
const nats = await testNats(t);
const messaging = await connect({
  url: nats.url,
  name: 'test',
  log: createLogger({ name: 'test', level: 'silent' }),
});
t.teardown(() => messaging.close());

const integration_id = '01900000-0000-7000-8000-000000000001';
const asked: InputOf<typeof directoryAudit>[] = [];

function entry(service: string, at: string): AuditEntry {
  return {
    ...{ id: '01900000-0000-7000-8000-00000000000a', at, service, integration_id, request_id: 'r' },
    ...{ action: 'key.revoked', target: 'a-key', details: { settings: ['crm', 'cadences'] } },
    actor: { kind: 'operator', id: 'ann', from: 'her-desk' },
  };
}

for (const [service, operation, minute] of [
  ['directory', directoryAudit, 3],
  ['ingest', ingestAudit, 1],
  ['coaching', coachingAudit, 4],
  ['analytics', analyticsAudit, 2],
] as const) {
  const handler = handleEach(operation, async ({ input }) => {
    asked.push(input);
    return { ok: { data: [entry(service, `2026-11-20T10:0${minute}:00.000Z`)] } };
  });
  await serve(messaging, { service, version: '0.1.0', handlers: [handler] });
}

const audit = (...args: string[]) => runDebrief(['audit', 'list', '--nats', nats.url, ...args]);

t.test('the trails of all services are one list, newest first', async (t) => {
  const { status, stdout } = await audit('--json', '--limit', '3');
  t.equal(status, 0);
  const services = (JSON.parse(stdout) as AuditEntry[]).map(({ service }) => service);
  t.same(services, ['coaching', 'directory', 'analytics']);
  const { stdout: table } = await audit();
  const [heads, first] = table.split('\n');
  t.match(heads, /^AT +ACTION +BY +FROM +INTEGRATION_ID +TARGET +DETAILS$/);
  t.match(first, /^2026-11-20T10:04:00.000Z +key\.revoked +ann +her-desk .* a-key +settings: crm,cadences$/);
});

t.test('filters are passed on to each service', async (t) => {
  asked.length = 0;
  const filters = ['--action', 'key.', '--by', 'ann', '--integration', integration_id, '--target', 'a-key'];
  t.equal((await audit(...filters, '--since', '2026-11-01', '--until', '2026-11-30T12:00:00Z')).status, 0);
  const question = {
    ...{ limit: 100, action: 'key.', actor: 'ann', integration_id, target: 'a-key' },
    ...{ since: '2026-11-01T00:00:00.000Z', until: '2026-11-30T12:00:00.000Z' },
  };
  t.same(asked, [question, question, question, question]);
});

t.test('a limit or an instant that is none is refused', async (t) => {
  for (const [option, value] of [
    ['--limit', '0'],
    ['--limit', '1001'],
    ['--since', 'yesterday'],
  ] as const) {
    const { status, stderr } = await audit(option, value);
    t.equal(status, 1);
    t.match(stderr, `Invalid ${option} "${value}"`);
  }
});

t.test('the help names the filters, and what an entry tells', async (t) => {
  const { status, stdout } = await runDebrief(['audit', 'list', '--help']);
  t.equal(status, 0);
  for (const option of ['action', 'by', 'integration', 'target', 'since', 'until', 'limit'])
    t.match(stdout, `--${option} <`);
  t.match(stdout, /No entry holds content\./);
});
