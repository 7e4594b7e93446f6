import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { listIntegrations } from '@debrief/contracts/operations/directory-access';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { submitTranscript } from '@debrief/contracts/operations/ingest';
import type { Category } from '@debrief/contracts/resources/access';
import { defaultQuotas } from '@debrief/contracts/resources/quotas';
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

const id = (digit: number) => `01900000-0000-7000-8000-00000000000${digit}`;
const people = {
  user_id: id(3),
  contact_id: id(4),
  stage: null,
  stage_id: null,
  source: 'API',
  source_id: 'api',
};
let categories: Category[] | null = null;
const resolved: { caller: unknown; input: InputOf<typeof resolveSubmission> }[] = [];
const submitted: { caller: unknown; input: InputOf<typeof submitTranscript> }[] = [];
const version = '0.1.0';
const served = await Promise.all([
  serve(messaging, {
    ...{ service: 'directory', version },
    handlers: [
      handleEach(listIntegrations, async () => ({
        ok: {
          data: [
            {
              ...{
                id: id(1),
                organization_id: id(2),
                name: 'Main',
                crm: null,
                source: 'API',
                source_id: 'api',
              },
              ...{
                cadences: [],
                review_days: 7,
                agenda_mails: true,
                categories,
                allowed_hosts: [],
                quotas: defaultQuotas,
                created_date: '2026-11-20T10:00:00Z',
              },
            } as unknown as OutputOf<typeof listIntegrations>['data'][number],
          ],
        },
      })),
      handleEach(resolveSubmission, async ({ caller, input }) => {
        resolved.push({ caller, input });
        return { ok: people };
      }),
    ],
  }),
  serve(messaging, {
    ...{ service: 'ingest', version },
    handlers: [
      handleEach(submitTranscript, async ({ caller, input }) => {
        submitted.push({ caller, input });
        return { ok: { call_event_id: id(5), status: 'ANALYZING' as const } };
      }),
    ],
  }),
]);
t.teardown(() => Promise.all(served.map((one) => one.close())));

const file = join(await mkdtemp(join(tmpdir(), 'debrief-')), 'call.txt');
await writeFile(file, 'Maria (agent): Hello John, do you have a minute?\nJohn: Yes, go ahead.\n');

const debrief = (...args: string[]) => runDebrief(['--nats', nats.url, 'submit', '--no-wait', ...args]);

t.beforeEach(() => {
  categories = null;
  resolved.length = 0;
  submitted.length = 0;
});

t.test('a transcript is stored for its agent and contact, at the time it took place', async (t) => {
  const when = ['--occurred-at', '2026-11-20T15:00:00Z', '--time-zone', 'Europe/Berlin', '--incoming'];
  const { status, stdout, stderr } = await debrief('--transcript', file, '--agent-id', 'rep:7', ...when);
  t.equal(stderr, '');
  t.equal(status, 0);
  t.equal(stdout, `${id(5)}\n`);
  const caller = { access: 'read-write', organization_id: id(2), integration_id: id(1) };
  t.match(resolved, [
    {
      caller,
      input: {
        external_user_id: 'rep:7',
        user_name: 'Maria',
        contact_name: 'John',
        user_timezone: 'Europe/Berlin',
      },
    },
  ]);
  t.match(submitted, [
    {
      caller,
      input: {
        ...people,
        ...{
          external_user_id: 'rep:7',
          user_name: 'Maria',
          contact_name: 'John',
          ai_category: 'sales',
          kind: 'call',
        },
        ...{ occurred_at: '2026-11-20T15:00:00Z', incoming: true, recording_id: /^cli-[0-9a-f]{32}$/ },
        transcript: {
          speakers: { agent: 'Maria', contact: 'John' },
          segments: [{ role: 'agent', text: 'Hello John, do you have a minute?' }, { role: 'contact' }],
        },
      },
    },
  ]);
});

t.test('the same transcript is the same recording; at another time it is another', async (t) => {
  for (const when of [[], [], ['--occurred-at', '2026-11-20']]) await debrief('--transcript', file, ...when);
  const [first, again, other] = submitted.map(({ input }) => input);
  t.equal(again?.recording_id, first?.recording_id);
  t.not(other?.recording_id, first?.recording_id);
  t.equal(first?.occurred_at, undefined);
  t.equal(other?.occurred_at, '2026-11-20T10:00:00.000Z');
  t.equal(first?.external_user_id, other?.external_user_id);
});

t.test('what cannot be submitted is refused before anything is stored', async (t) => {
  categories = [{ name: 'solar', kind: 'call' }];
  const faults: [string[], RegExp][] = [
    [['call.wav', '--transcript', file], /Name either a recording or, with --transcript, a transcript/],
    [['--transcript', file, '--occurred-at', 'yesterday'], /--occurred-at: "yesterday" is neither a day/],
    [['--transcript', file], /There is no category "sales"\. The integration has: solar/],
  ];
  for (const [args, message] of faults) {
    const { status, stderr } = await debrief(...args);
    t.equal(status, 1, args.join(' '));
    t.match(stderr, message);
  }
  t.strictSame([resolved, submitted], [[], []]);
});

t.test('a category of the integration says what it is and by which rubric it is judged', async (t) => {
  categories = [{ name: 'practice', kind: 'roleplay', rubric: 'roleplay' }];
  await debrief('--transcript', file, '--category', 'practice');
  t.match(submitted, [{ input: { ai_category: 'practice', kind: 'roleplay', rubric: 'roleplay' } }]);
});
