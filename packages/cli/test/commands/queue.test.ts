import type { OutputOf } from '@debrief/contracts/define';
import { getQueue as getAnalyses } from '@debrief/contracts/operations/coaching';
import { getMailQueue as getMails } from '@debrief/contracts/operations/directory-mails';
import { getQueue as getRecordings } from '@debrief/contracts/operations/ingest-queue';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { runDebrief } from '../run-debrief.ts';

const nats = await testNats(t);
const messaging = await connect({
  url: nats.url,
  name: 'test',
  log: createLogger({ name: 'test', level: 'silent' }),
});
t.teardown(() => messaging.close());

const [one, other, third] = ['1', '2', '3'].map((digit) => `01900000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const queued_at = '2026-11-20T10:00:00.000000Z';
const nothing = { integrations: [], more: false, counted_to: 10_000 };
let recordings: OutputOf<typeof getRecordings> = nothing;
let analyses: OutputOf<typeof getAnalyses> = nothing;
let mails: OutputOf<typeof getMails> = nothing;
const asked: unknown[] = [];

const version = '0.1.0';
const ingest = () =>
  serve(messaging, {
    service: 'ingest',
    version,
    handlers: [
      handleEach(getRecordings, async ({ input }) => {
        asked.push(input);
        return { ok: recordings };
      }),
    ],
  });
let served = await ingest();
const coaching = await serve(messaging, {
  service: 'coaching',
  version,
  handlers: [handleEach(getAnalyses, async () => ({ ok: analyses }))],
});
const directory = await serve(messaging, {
  service: 'directory',
  version,
  handlers: [handleEach(getMails, async () => ({ ok: mails }))],
});

const debrief = (...args: string[]) => runDebrief(['--nats', nats.url, 'queue', ...args]);

t.beforeEach(() => {
  recordings = {
    ...nothing,
    integrations: [
      {
        ...{ integration_id: one, waiting: 0, running: 1, stuck: 0 },
        oldest: { id: third, status: 'ANALYZING', queued_at, age_seconds: 75 },
        reasons: [{ waits_for: 'analysis', recordings: 1, longest_seconds: 12 }],
      },
      {
        ...{ integration_id: other, waiting: 7, running: 4, stuck: 2 },
        oldest: { id: third, status: 'QUEUED', queued_at, age_seconds: 7_260 },
        reasons: [
          { waits_for: 'worker', recordings: 7, longest_seconds: 3 },
          { waits_for: 'engine_unavailable', recordings: 2, longest_seconds: 90_000 },
        ],
      },
    ],
  };
  analyses = {
    ...nothing,
    integrations: [
      {
        ...{ integration_id: one, waiting: 0, running: 0, stuck: 1 },
        oldest: { id: third, rerun_id: other, queued_at, age_seconds: 12 },
        reasons: [{ waits_for: 'analysis_failed', recordings: 1, longest_seconds: 12 }],
      },
    ],
  };
  mails = {
    ...nothing,
    integrations: [
      {
        ...{ integration_id: null, waiting: 0, running: 0, stuck: 2 },
        oldest: { id: third, kind: 'recovery', age_seconds: 10 },
        reasons: [{ waits_for: 'mail_server', mails: 2, longest_seconds: 10 }],
      },
    ],
  };
  asked.length = 0;
});

t.test(
  'what is unfinished is shown by integration, with its age and reasons, the oldest first',
  async (t) => {
    const { status, stdout, stderr } = await debrief();
    const [, ...lines] = stdout.split('\n').map((line) => line.replace(/ {2,}/g, '  '));
    t.strictSame(
      { status, stderr, lines },
      {
        status: 0,
        stderr: '',
        lines: [
          `${other}  recordings  7  4  2  ${third}  QUEUED  2 h 1 min  7 worker 3 s, 2 engine_unavailable 1 d 1 h`,
          `${one}  recordings  0  1  0  ${third}  ANALYZING  1 min 15 s  1 analysis 12 s`,
          `${one}  analyses  0  0  1  ${third}  rerun ${other}  12 s  1 analysis_failed 12 s`,
          `-  e-mails  0  0  2  ${third}  recovery  10 s  2 mail_server 10 s`,
          '',
        ],
      },
    );
    t.strictSame(asked, [{ limit: 100 }]);
  },
);

t.test('programs read it as JSON, of one integration if wanted', async (t) => {
  const { status, stdout } = await debrief('--json', '--integration', one);
  t.equal(status, 0);
  t.match(JSON.parse(stdout), [
    { integration_id: other, recordings: { waiting: 7, reasons: Array }, analyses: null },
    { integration_id: one, recordings: { running: 1 }, analyses: { stuck: 1, oldest: { age_seconds: 12 } } },
    { integration_id: null, recordings: null, mails: { stuck: 2 } },
  ]);
  t.strictSame(asked, [{ limit: 100, integration_id: one }]);
  recordings = nothing;
  analyses = nothing;
  mails = nothing;
  t.match(await debrief('--json'), { status: 0, stdout: '[]\n' });
  t.match(await debrief(), { status: 0, stdout: 'None found.\n' });
});

t.test('what is left out is said', async (t) => {
  recordings = { ...recordings, more: true, counted_to: 7 };
  t.match(await debrief(), {
    status: 0,
    stderr: /^debrief: ingest has more integrations .*\ndebrief: ingest counts up to 7 .*\n$/,
  });
});

t.test('a service that is away leaves what the other has', async (t) => {
  await served.close();
  t.match(await debrief(), {
    status: 1,
    stdout: new RegExp(`${one} +analyses`),
    stderr: /^debrief: ingest does not answer/,
  });
  await coaching.close();
  await directory.close();
  t.match(await debrief(), { status: 1, stdout: '', stderr: /^debrief: Debrief does not answer/ });
  served = await ingest();
  t.match(await debrief(), { status: 1, stdout: /recordings/, stderr: /^debrief: coaching does not answer/ });
});
