import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DebriefError, PERIOD_NOT_FOUND, PERIOD_NOT_OVER, REVIEW_CLOSED } from '@debrief/contracts/errors';
import {
  closePeriod,
  findOwner,
  getPeriod,
  listAgendas,
  listPeriods,
  showAgenda,
  submitAgenda,
} from '@debrief/contracts/operations/coaching';
import { getIntegration } from '@debrief/contracts/operations/directory-access';
import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { agendaExample } from '@debrief/contracts/resources/coaching-agenda';
import { type Digest, periodExample } from '@debrief/contracts/resources/coaching-period';
import { defaultQuotas } from '@debrief/contracts/resources/quotas';
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

const integration_id = '01900000-0000-7000-8000-000000000001';
const organization_id = '01900000-0000-7000-8000-000000000002';
const unknown = '01900000-0000-7000-8000-000000000009';
const none = { value: 0, previous: null, diff_pct: null };
const digest: Digest = {
  headline: 'There were no analysed calls in the week of 9 November 2026.',
  focus: 'The focus of November is listening. It applied to too few calls to say how it went.',
  stats: { calls: none, rated: none, average_rating: { ...none, value: null } },
  ...{ strengths: [], gaps: [], top_objections: [], agents: [], team_drill: null, evidence: [] },
};
const moment = {
  ...{ recording_id: unknown, segment_index: 3, quote: 'What would you change?' },
  ...{ start_time: 72.5, speaker: 'Ada' },
};
const content: AgendaContent = {
  ...{ overview: 'You had 4 analysed calls.', wins: [], improvements: [], follow_up: null },
  questions: ['q1', 'q2', 'q3', 'q4', 'q5'].map((id) => ({
    id,
    text: `What did you learn in ${id}?`,
    moment,
  })),
  drill: { text: 'Say it aloud.', say: 'What would you change?', moment: null },
};
const submitted: unknown[] = [];

const version = '0.1.0';
await serve(messaging, {
  service: 'directory',
  version,
  handlers: [
    handleEach(getIntegration, async ({ input: { id } }) => ({
      ok: {
        ...{ id, organization_id, name: 'Main', crm: null, source: 'API', source_id: 'api' },
        ...{ cadences: ['weekly' as const], review_days: 7, categories: null, created_date: '2026-01-01' },
        ...{
          text_days: null,
          audio_days: null,
          removes_card_numbers: true,
          speech_engine: null,
          signals: true,
          agenda_mails: true,
          version: 1,
        },
        ...{ allowed_hosts: [], quotas: defaultQuotas },
      },
    })),
  ],
});
await serve(messaging, {
  service: 'coaching',
  version,
  handlers: [
    handleEach(findOwner, async ({ input: { id } }) =>
      id === unknown
        ? { error: new DebriefError(PERIOD_NOT_FOUND) }
        : { ok: { integration_id, organization_id } },
    ),
    handleEach(listPeriods, async () => ({ ok: { data: [periodExample], next: null } })),
    handleEach(getPeriod, async () => ({ ok: { ...periodExample, digest } })),
    handleEach(closePeriod, async ({ input: { end } }) =>
      end > '2026-11-20'
        ? { error: new DebriefError(PERIOD_NOT_OVER, { end }) }
        : { ok: { created: true, period: periodExample } },
    ),
    handleEach(listAgendas, async () => ({ ok: { data: [agendaExample], next: null } })),
    handleEach(showAgenda, async () => ({
      ok: { ...agendaExample, content, answers: null, draft: null, summary: null },
    })),
    handleEach(submitAgenda, async ({ input, caller }) => {
      if (input.commitment === 'late')
        return { error: new DebriefError(REVIEW_CLOSED, { end: '2026-11-23' }) };
      submitted.push([caller.integration_id, input]);
      return { ok: agendaExample };
    }),
  ],
});

const debrief = (...args: string[]) => runDebrief(['--nats', nats.url, ...args]);

t.test('periods are listed and shown with their digest', async (t) => {
  const list = await debrief('periods', 'list', '--integration', integration_id);
  t.match(list.stdout, /weekly +2026-11-09 +2026-11-15/);
  const show = await debrief('periods', 'show', periodExample.id);
  t.match(show.stdout, /review_period_end: +2026-11-23[\s\S]*There were no analysed calls in the week/);
  const json = await debrief('periods', 'show', periodExample.id, '--json');
  t.strictSame(JSON.parse(json.stdout), { ...periodExample, digest });
});

t.test('a period is closed, and one that is not over is refused with the reason', async (t) => {
  const close = (end: string, cadence = 'weekly') =>
    debrief('periods', 'close', '--integration', integration_id, '--cadence', cadence, '--end', end);
  t.match(await close('2026-11-15'), { status: 0, stdout: /period_end: +2026-11-15/ });
  t.match(await close('2026-11-22'), { status: 1, stderr: /not over before the end of 2026-11-22/ });
  t.match(await close('2026-11-31'), { status: 1, stderr: /Invalid --end/ });
  t.match(await close('2026-11-15', 'daily'), { status: 1, stderr: /Invalid --cadence/ });
});

t.test('an agenda is shown with its questions and where each moment is', async (t) => {
  t.match(
    (await debrief('agendas', 'list', '--integration', integration_id)).stdout,
    /Discovery: open questions/,
  );
  const { stdout } = await debrief('agendas', 'show', agendaExample.id);
  t.match(stdout, new RegExp(`q2 +What did you learn in q2\\? \\(${unknown} at\\s+1:12\\)`));
  t.match(await debrief('agendas', 'show', unknown), { status: 1, stderr: /not found/ });
});

t.test('answers are submitted from a file, and what is wrong with it is named', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'debrief-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const submit = async (content: object) => {
    const file = path.join(folder, 'answers.json');
    await writeFile(file, JSON.stringify(content));
    return debrief('agendas', 'submit', agendaExample.id, '--answers', file);
  };
  t.match(await submit({ answers: { q1: 'Yes.' } }), { status: 0 });
  t.strictSame(submitted, [[integration_id, { id: agendaExample.id, answers: { q1: 'Yes.' } }]]);
  t.match(await submit({ answers: { q1: '' }, who: 'me' }), { status: 1, stderr: /answers\.json: .*who/ });
  t.match(await submit({ answers: {}, commitment: 'late' }), { status: 1, stderr: /review is closed/ });
});
