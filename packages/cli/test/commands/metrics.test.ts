import { DebriefError, INTEGRATION_NOT_FOUND, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { showMetrics } from '@debrief/contracts/operations/analytics';
import { getIntegration } from '@debrief/contracts/operations/directory-access';
import { getUser, listUsers } from '@debrief/contracts/operations/directory-people';
import { metricsExample } from '@debrief/contracts/resources/metrics-example';
import { userExample } from '@debrief/contracts/resources/user';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { runDebrief } from '../run-debrief.ts';

const nats = await testNats(t);
const log = createLogger({ name: 'test', level: 'silent' });
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());

const [known, unknown, user] = ['1', '2', '3'].map(
  (digit) => `01900000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string];
const lost = '01900000-0000-7000-8000-000000000004';
const users = [
  {
    ...userExample,
    id: user,
    external_user_id: 'rep-7',
    name: 'Maria Lopez',
    email: 'maria@metrics.example',
  },
  // Their own id is what another has as their address.
  {
    ...userExample,
    id: lost,
    external_user_id: 'maria@metrics.example',
    name: 'Max',
    email: 'max@metrics.example',
  },
];
const asked: Record<string, unknown>[] = [];
const integration = {
  ...{
    id: known,
    organization_id: unknown,
    name: 'Acme',
    crm: null,
    created_date: '2026-11-20T10:00:00.000Z',
  },
};
await serve(messaging, {
  ...{ service: 'directory', version: '0.1.0' },
  handlers: [
    handleEach(getIntegration, async ({ input }) =>
      input.id === known ? { ok: integration as never } : { error: new DebriefError(INTEGRATION_NOT_FOUND) },
    ),
    handleEach(getUser, async ({ input }) => {
      const found = users.find((one) => one[input.by as 'id' | 'external_user_id'] === input.value);
      return found === undefined ? { error: new DebriefError(USER_NOT_FOUND) } : { ok: found };
    }),
    handleEach(listUsers, async ({ input }) => ({
      ok: { data: users.filter(({ email }) => email === input.email?.toLowerCase()), next: null },
    })),
  ],
});
await serve(messaging, {
  ...{ service: 'analytics', version: '0.1.0' },
  handlers: [
    handleEach(showMetrics, async ({ input }) => {
      asked.push(input);
      return { ok: metricsExample };
    }),
  ],
});

const metrics = (...args: string[]) => runDebrief(['--nats', nats.url, 'metrics', ...args]);

t.test('asks for what the options say, and prints lines for people', async (t) => {
  const window = ['--from', '2026-11-01', '--to', '2026-11-20'];
  const { status, stdout } = await metrics(
    '--integration',
    known,
    '--user',
    user,
    '--team',
    'a, b',
    ...window,
  );
  t.equal(status, 0);
  t.strictSame(asked.at(-1), {
    ...{ integration_id: known, of: 'user', id: user, source: [], stage: [], team: ['a', 'b'], type: 'all' },
    ...{ date_gte: '2026-11-01T00:00:00.000Z', date_lte: '2026-11-20T23:59:59.999Z' },
  });
  t.match(stdout, /^Maria Lopez \(rep-7\) of Acme\n/);
});

t.test('a user is named by their id, the client’s own or an e-mail address', async (t) => {
  for (const [text, id] of [
    [user.toUpperCase(), user],
    ['rep-7', user],
    ['Max@metrics.example', lost],
  ] as const) {
    t.equal((await metrics('--integration', known, '--user', text)).status, 0, text);
    t.match(asked.at(-1), { of: 'user', id });
  }
});

t.test('prints the metrics of the API with --json', async (t) => {
  const { stdout } = await metrics('--integration', known, '--json');
  t.strictSame(JSON.parse(stdout), metricsExample);
  t.match(asked.at(-1), { of: 'integration', id: null });
});

t.test('says what is wrong, with status 1', async (t) => {
  for (const [args, sentence] of [
    [['--integration', unknown], /Integration not found/],
    [['--integration', known, '--from', 'yesterday'], /--from "yesterday"/],
    [['--integration', known, '--from', '2026-11-02', '--to', '2026-11-01'], /--from must not be after --to/],
    [['--integration', known, '--type', 'both'], /--type "both"/],
    [['--integration', known, '--user', 'ann'], /Nobody in this integration is "ann"/],
    [['--integration', known, '--user', unknown], /Nobody in this integration is/],
    [
      ['--integration', known, '--user', 'maria@metrics.example'],
      new RegExp(`Several users are .*\\n  ${lost}  .*\\n  ${user} `),
    ],
    [['--integration', known, '--contact', 'ann'], /--contact "ann"/],
    [['--integration', known, '--user', user, '--contact', user], /not both/],
    [['--integration', known, '--team', 'a,'], /--team "a,"/],
  ] as const) {
    const { status, stderr } = await metrics(...args);
    t.equal(status, 1, args.join(' '));
    t.match(stderr, sentence);
  }
});
