import { isDeepStrictEqual } from 'node:util';
import { type IntegrationCaller, onlyUserOf } from '@debrief/contracts/caller';
import {
  AGENDA_COMPLETED,
  AGENDA_NOT_FOUND,
  AGENDA_NOT_READY,
  DebriefError,
  NOT_ALLOWED,
  REVIEW_CLOSED,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { agendaSubmitted } from '@debrief/contracts/events/coaching';
import { submitAgenda as operation, saveAgendaDraft } from '@debrief/contracts/operations/coaching';
import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { addJob } from '@debrief/database/jobs';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { summaryJob } from '../jobs.ts';
import { addDays } from '../periods/calendar.ts';
import type { Db, Tables } from '../tables.ts';
import { findAgenda } from './find-agenda.ts';

interface Deps {
  readonly now: () => Date;
  readonly emitted: () => void;
  readonly webAppUrl: string;
}

/** Under the lock of the agenda's row, so that of two submissions at once the second meets the first. */
export function submitAgenda(db: Db, { now, emitted, webAppUrl }: Deps): OperationHandler {
  return handleWrite(operation, async (item) => {
    const { caller, input } = item;
    await transaction(db, (tx) => submit(tx, item, now()));
    emitted();
    const agenda = await findAgenda(db, caller, input.id, webAppUrl);
    if (agenda === null) throw new DebriefError(AGENDA_NOT_FOUND);
    return { ok: agenda };
  });
}

/** Without a change of its date, and told to nobody: it is not handed in yet. What was handed in already is kept. */
export function saveDraft(db: Db, { now }: Pick<Deps, 'now'>): OperationHandler {
  return handleWrite(saveAgendaDraft, async ({ caller, input: { id, ...given } }) => {
    await transaction(db, async (tx) => {
      const agenda = await lockOwn(tx, caller, id);
      if (isHandedIn(agenda, given)) return;
      const { questions } = openContent(agenda, now());
      const violations = unknownAnswers(
        given.answers,
        questions.map((question) => question.id),
      );
      if (violations.length > 0) throw new DebriefError(VALIDATION_FAILED, { violations });
      await tx
        .updateTable('agendas')
        .set({ draft: JSON.stringify(given) })
        .where('integration_id', '=', caller.integration_id)
        .where('id', '=', id)
        .execute();
    });
    return { ok: {} };
  });
}

async function submit(tx: Tx<Tables>, { caller, input }: Item<typeof operation>, now: Date): Promise<void> {
  const { integration_id } = caller;
  const { id, ...given } = input;
  const agenda = await lockOwn(tx, caller, id);
  if (isHandedIn(agenda, given)) return;
  const content = openContent(agenda, now);
  check(given, content);
  const { period_id, user_id, external_user_id } = agenda;
  const at = now.toISOString();
  await tx
    .updateTable('agendas')
    .set({ answers: JSON.stringify(given), draft: null, completed_at: at, updated_date: at })
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .execute();
  await addJob(tx, summaryJob, { integration_id, agenda_id: id }, { key: `summary:${id}` });
  const payload = { integration_id, period_id, agenda_id: id, user_id, external_user_id };
  await appendToOutbox(tx, [{ subject: agendaSubmitted.subject, messageId: `${id}:submitted`, payload }]);
}

/** The agenda of the agent who asks. Operators write for agents; their managers only read. */
async function lockOwn(tx: Tx<Tables>, caller: IntegrationCaller, id: string): Promise<Locked> {
  const agenda = await lock(tx, caller.integration_id, id);
  const onlyUser = onlyUserOf(caller);
  if (agenda === undefined || (onlyUser !== null && agenda.user_id !== onlyUser))
    throw new DebriefError(AGENDA_NOT_FOUND);
  if (caller.role !== undefined && (agenda.user_id === null || caller.user_id !== agenda.user_id))
    throw new DebriefError(NOT_ALLOWED);
  return agenda;
}

type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>;

function isHandedIn({ answers }: Locked, given: AgendaAnswers): boolean {
  return answers !== null && isDeepStrictEqual(answers, given);
}

/** What is to be answered, while it may be. */
function openContent(agenda: Locked, now: Date): AgendaContent {
  const { generation_status: status, content, answers, review_period_end: end } = agenda;
  if (status !== 'ready' || content === null) throw new DebriefError(AGENDA_NOT_READY, { status });
  if (answers !== null) throw new DebriefError(AGENDA_COMPLETED);
  if (now.getTime() >= Date.parse(`${addDays(end, 1)}T00:00:00Z`))
    throw new DebriefError(REVIEW_CLOSED, { end });
  return content;
}

function lock(tx: Tx<Tables>, integrationId: string, id: string) {
  return tx
    .selectFrom('agendas as a')
    .innerJoin('periods as p', (join) =>
      join.onRef('p.integration_id', '=', 'a.integration_id').onRef('p.id', '=', 'a.period_id'),
    )
    .select([
      'a.period_id',
      'a.user_id',
      'a.external_user_id',
      'a.generation_status',
      'a.content',
      'a.answers',
    ])
    .select('p.review_period_end')
    .where('a.integration_id', '=', integrationId)
    .where('a.id', '=', id)
    .forUpdate('a')
    .executeTakeFirst();
}

/** Names every question without an answer, and every answer without a question. */
function check({ answers }: AgendaAnswers, { questions }: AgendaContent): void {
  const ids = questions.map((question) => question.id);
  const missing = ids.filter((id) => (answers[id] ?? '').trim() === '');
  const violations = [...missing.map((id) => `answers.${id} is missing`), ...unknownAnswers(answers, ids)];
  if (violations.length > 0) throw new DebriefError(VALIDATION_FAILED, { violations });
}

function unknownAnswers(answers: AgendaAnswers['answers'], ids: readonly string[]): string[] {
  const unknown = Object.keys(answers).filter((id) => !ids.includes(id));
  return unknown.map((id) => `answers.${id} is not a question of this agenda`);
}
