import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { listKeyUses } from '@debrief/contracts/operations/directory-access';
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
const key_id = '01900000-0000-7000-8000-00000000000a';
const data: OutputOf<typeof listKeyUses>['data'] = [
  { day: '2026-11-20', key_id, integration_id, name: 'CRM', uses: 1234 },
  { day: '2026-11-19', key_id, integration_id, name: 'CRM', uses: 5 },
];
const asked: InputOf<typeof listKeyUses>[] = [];
const handler = handleEach(listKeyUses, async ({ input }) => {
  asked.push(input);
  return { ok: { data } };
});
await serve(messaging, { service: 'directory', version: '0.1.0', handlers: [handler] });

const uses = (...args: string[]) => runDebrief(['keys', 'uses', '--nats', nats.url, ...args]);
/** Midnight may pass while the command runs. */
const daysAgo = (days: number, now: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 10);

t.test('uses are shown as a table of days, or as JSON', async (t) => {
  const { status, stdout } = await uses();
  t.equal(status, 0);
  const [heads, first, second] = stdout.split('\n');
  t.match(heads, /^DAY +KEY_ID +NAME +USES$/);
  t.match(first, new RegExp(`^2026-11-20 +${key_id} +CRM +1234$`));
  t.match(second, /^2026-11-19 .* 5$/);
  t.same(JSON.parse((await uses('--json')).stdout), data);
});

t.test('filters and days are passed on; without them it is all keys in thirty days', async (t) => {
  asked.length = 0;
  const before = Date.now();
  await uses('--json');
  await uses('--integration', integration_id, '--key', key_id, '--days', '1');
  const [all, filtered] = asked;
  t.same(Object.keys(all ?? {}), ['since']);
  t.ok([daysAgo(29, before), daysAgo(29, Date.now())].includes(all?.since ?? ''));
  t.match(filtered, { integration_id, key_id });
  t.ok([daysAgo(0, before), daysAgo(0, Date.now())].includes(filtered?.since ?? ''));
});

t.test('days that are none are refused', async (t) => {
  asked.length = 0;
  for (const days of ['0', '1.5', '3661', 'many']) {
    const { status, stderr } = await uses('--days', days);
    t.equal(status, 1);
    t.match(stderr, `Invalid --days "${days}". Use a number from 1 to 3660.`);
  }
  t.same(asked, []);
});

t.test('the help says what the options mean', async (t) => {
  const { status, stdout } = await runDebrief(['keys', 'uses', '--help']);
  t.equal(status, 0);
  t.match(stdout, /how often keys were used on each day, in UTC/);
  for (const option of ['--integration <id>', '--key <id>', '--days <number>']) t.ok(stdout.includes(option));
});

t.test('the version is that of the package', async (t) => {
  const { status, stdout } = await runDebrief(['--version']);
  t.equal(status, 0);
  t.match(stdout, /^\d+\.\d+\.\d+\n$/);
});
