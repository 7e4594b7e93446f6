import type { IntegrationCaller } from '@debrief/contracts/caller';
import type {
  submitAgenda as operation,
  saveAgendaDraft as save,
  showAgenda as show,
} from '@debrief/contracts/operations/coaching';
import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { showAgenda } from '../../src/agendas/show-agenda.ts';
import { saveDraft, submitAgenda } from '../../src/agendas/submit-agenda.ts';
import { summarizeAnswers } from '../../src/agendas/summarize-answers.ts';
import { ask, coachingDatabase, storedAgenda, storedPeriod, tenant } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const webAppUrl = 'https://app.example/';
let now = new Date('2026-11-23T23:59:59.999Z');
const draft = saveDraft(db, { now: () => now });
const submit = submitAgenda(db, { now: () => now, emitted: () => {}, webAppUrl });
const moment = {
  ...{ recording_id: uuidv7(), segment_index: 3, quote: 'What would you change?' },
  ...{ start_time: 12.5, speaker: 'Ada' },
};
const content: AgendaContent = {
  overview: 'You had 4 analysed calls.',
  wins: [],
  improvements: [
    {
      ...{
        criterion_id: 'discovery',
        criterion: 'Discovery',
        title: 'Discovery: open questions',
        text: 'You got 25 % of the points.',
      },
      ...{ figures: { points: 1, potential: 4, calls: 4 }, moments: [] },
    },
  ],
  questions: ['q1', 'q2', 'q3', 'q4', 'q5'].map((id) => ({ id, text: 'What did you learn?', moment })),
  drill: { text: 'Say it aloud.', say: 'What would you change?', moment: null },
  follow_up: null,
};
const answers = Object.fromEntries(content.questions.map(({ id }) => [id, 'That the bill is the reason.']));

async function scene() {
  const caller: IntegrationCaller = { ...tenant(), access: 'read-write' };
  const { id: period_id } = await storedPeriod(db, caller, { review_period_end: '2026-11-23' });
  const { id } = await storedAgenda(db, caller, { period_id, content: JSON.stringify(content) });
  return {
    ...{ caller, id },
    submit: async (given: object) =>
      (await ask<typeof operation>(submit, [{ caller, input: { id, answers, ...given } }]))[0],
    row: () => db.selectFrom('agendas').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    events: () =>
      db.selectFrom('outbox').select('subject').where('message_id', '=', `${id}:submitted`).execute(),
  };
}

t.beforeEach(() => {
  now = new Date('2026-11-23T23:59:59.999Z');
});

t.test('answers are stored in the last millisecond of the review, and are on time', async (t) => {
  const agenda = await scene();
  const answer = await agenda.submit({ commitment: 'I ask first.' });
  t.ok(Value.Check(CoachingAgenda, answer));
  t.match(answer, { is_completed: true, completed_on_time: true, analysis_ready: false });
  t.strictSame((await agenda.row()).answers, { answers, commitment: 'I ask first.' });
  t.strictSame(await agenda.events(), [{ subject: 'agenda.submitted' }]);
});

t.test('a closed review takes no answers', async (t) => {
  const agenda = await scene();
  now = new Date('2026-11-24T00:00:00.000Z');
  t.equal(await agenda.submit({}), 'REVIEW_CLOSED');
  t.match(await agenda.row(), { answers: null, completed_at: null });
});

t.test('the same answers again change nothing, and other ones are refused', async (t) => {
  const agenda = await scene();
  const [one, other] = await Promise.all([agenda.submit({}), agenda.submit({})]);
  t.strictSame(one, other);
  t.equal(await agenda.submit({ commitment: 'Something else' }), 'AGENDA_COMPLETED');
  t.equal((await agenda.events()).length, 1);
});

t.test('every question needs an answer, and every answer a question', async (t) => {
  const agenda = await scene();
  const { q1: _, ...others } = answers;
  t.equal(await agenda.submit({ answers: others }), 'VALIDATION_FAILED');
  t.equal(await agenda.submit({ answers: { ...answers, q9: 'What?' } }), 'VALIDATION_FAILED');
  t.equal((await agenda.row()).answers, null);
});

t.test('an agenda that is not ready, unknown or another tenant’s is refused', async (t) => {
  const agenda = await scene();
  await db
    .updateTable('agendas')
    .set({ generation_status: 'processing' })
    .where('id', '=', agenda.id)
    .execute();
  t.equal(await agenda.submit({}), 'AGENDA_NOT_READY');
  const stranger: IntegrationCaller = { ...tenant(), access: 'read-write' };
  t.strictSame(
    await ask<typeof operation>(submit, [{ caller: stranger, input: { id: agenda.id, answers } }]),
    ['AGENDA_NOT_FOUND'],
  );
});

t.test('the summary of the answers makes the analysis ready, and is shown', async (t) => {
  const agenda = await scene();
  await agenda.submit({ commitment: 'I ask first.' });
  const { integration_id } = agenda.caller;
  const job = summarizeAnswers(db, () => now);
  await job.run(
    { integration_id, agenda_id: agenda.id },
    { signal: new AbortController().signal, attempt: 1 },
  );
  const [shown] = await ask<typeof show>(showAgenda(db, webAppUrl), [
    { caller: agenda.caller, input: { id: agenda.id } },
  ]);
  t.match(shown, {
    analysis_ready: true,
    content: { overview: content.overview },
    answers: { commitment: 'I ask first.' },
    summary:
      'All 5 questions were answered. What was promised: “I ask first.” The next agenda compares discovery with 25 % of the points in 4 calls.',
  });
});

t.test('what an agent writes is kept until it is handed in, and shown to nobody else', async (t) => {
  const agenda = await scene();
  const { user_id } = await agenda.row();
  const as = (role: 'member' | 'admin', id: string | null): IntegrationCaller => ({
    ...agenda.caller,
    ...{ member_id: uuidv7(), role, user_id: id },
  });
  const agent = as('member', user_id);
  const keep = async (caller: IntegrationCaller, given: object) =>
    (await ask<typeof save>(draft, [{ caller, input: { id: agenda.id, answers: {}, ...given } }]))[0];
  const shown = async (caller: IntegrationCaller) =>
    (await ask<typeof show>(showAgenda(db, webAppUrl), [{ caller, input: { id: agenda.id } }]))[0];

  t.strictSame(await keep(agent, { answers: { q1: 'First' } }), {});
  t.strictSame(await keep(agent, { answers: { q2: 'Second' }, commitment: 'I ask.' }), {});
  const kept = { answers: { q2: 'Second' }, commitment: 'I ask.' };
  t.match(await shown(agent), { draft: kept, answers: null, is_completed: false });
  t.match(await shown(as('admin', null)), { draft: null });
  t.equal(await keep(as('admin', uuidv7()), {}), 'NOT_ALLOWED');
  t.equal(await keep(as('member', uuidv7()), {}), 'AGENDA_NOT_FOUND');
  t.equal(await keep(agent, { answers: { q9: 'What?' } }), 'VALIDATION_FAILED');

  const [refused] = await ask<typeof operation>(submit, [
    { caller: as('admin', null), input: { id: agenda.id, answers } },
  ]);
  t.equal(refused, 'NOT_ALLOWED', 'a manager does not answer for an agent');
  t.match(await agenda.row(), { draft: kept, answers: null });
  await ask<typeof operation>(submit, [{ caller: agent, input: { id: agenda.id, answers } }]);
  t.match(await agenda.row(), { draft: null, answers: { answers } });
  t.equal(await keep(agent, {}), 'AGENDA_COMPLETED');
  t.strictSame(await keep(agent, { answers }), {}, 'the same answers are kept already');
  t.match(await agenda.row(), { draft: null });
});

t.test('nothing is kept after the review', async (t) => {
  const agenda = await scene();
  now = new Date('2026-11-24T00:00:00.000Z');
  const { caller, id } = agenda;
  t.strictSame(await ask<typeof save>(draft, [{ caller, input: { id, answers: {} } }]), ['REVIEW_CLOSED']);
});
