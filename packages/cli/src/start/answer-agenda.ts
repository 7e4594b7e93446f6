import { showAgenda, submitAgenda } from '@debrief/contracts/operations/coaching';
import type { Integration } from '@debrief/contracts/resources/access';
import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import type { CommandContext } from '../commands/command-context.ts';
import { type SampleAnswers, sampleAnswers } from './sample-team.ts';

/**
 * Hands in what an agent of the sample team answered to the agenda of a week, as `debrief agendas submit` does.
 * @returns null where nobody answered one of these, or it asks something else than what was answered.
 */
export async function answerAgenda(
  { context, integration }: { context: Pick<CommandContext, 'askFor'>; integration: Integration },
  weeksAgo: number,
  agendas: readonly CoachingAgenda[],
): Promise<CoachingAgenda | null> {
  const sample = sampleAnswers();
  const agenda = agendas.find(({ external_user_id }) => external_user_id === sample.agent_id);
  if (weeksAgo !== sample.weeks_ago || agenda === undefined) return null;
  if (agenda.is_completed) return agenda;
  const { organization_id, id: integration_id } = integration;
  const owner = { organization_id, integration_id };
  const { content } = await context.askFor(owner, showAgenda, { id: agenda.id });
  const answers = content === null ? null : answersTo(content.questions, sample);
  const isOpen = agenda.review_period_end >= new Date().toISOString().slice(0, 10);
  if (answers === null || !isOpen) return null;
  return context.askFor(owner, submitAgenda, { id: agenda.id, ...answers });
}

/** Questions are recognised by the moments they are about, because their days follow the day of the first start. */
export function answersTo(
  questions: AgendaContent['questions'],
  { answers, commitment }: SampleAnswers,
): AgendaAnswers | null {
  const given = questions.flatMap(({ id, moment }) => {
    const answer = answers.find(({ quote }) => quote === moment.quote)?.answer;
    return answer === undefined ? [] : [[id, answer] as const];
  });
  return given.length < questions.length ? null : { answers: Object.fromEntries(given), commitment };
}
