import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { TAKING_UP } from '../facts/objections-met.ts';
import { LEAST_CALLS } from '../facts/summarize-criteria.ts';
import { counted, percent, sentence } from '../facts/wording.ts';

/** Words below which an answer says little. */
const BRIEF_WORDS = 4;

/** What came of an agenda, for the agent's manager. */
export function composeSummary(content: AgendaContent, { answers, commitment }: AgendaAnswers): string {
  const total = content.questions.length;
  const given = content.questions.filter(({ id }) => answers[id] !== undefined);
  const brief = given.filter(({ id }) => (answers[id] ?? '').trim().split(/\s+/).length < BRIEF_WORDS);
  const answered =
    given.length === total
      ? `All ${total} questions were answered.`
      : `${given.length} of ${total} questions were answered.`;
  const short =
    brief.length === 0
      ? ''
      : ` ${counted(brief.length, 'answer')} ${brief.length === 1 ? 'has' : 'have'} fewer than ${BRIEF_WORDS} words and may be worth asking about again.`;
  const promised =
    commitment === undefined
      ? ' Nothing was promised for the time until the next agenda.'
      : ` ${sentence(`What was promised: “${commitment.replaceAll(/["“”]/g, "'")}”`)}`;
  const focus = content.improvements.find(({ figures }) => figures.calls >= LEAST_CALLS);
  if (focus === undefined) return `${answered}${short}${promised}`;
  return `${answered}${short}${promised} The next agenda compares ${focus.criterion.toLowerCase()} with ${figuresOf(focus)}.`;
}

/** Objections are counted, not given points. */
function figuresOf({ criterion, title, figures }: AgendaContent['improvements'][number]): string {
  const { points, potential, calls } = figures;
  const inCalls = `in ${counted(calls, 'call')}`;
  if (title.startsWith(`${criterion}: ${TAKING_UP}`))
    return `${Math.round(potential - points)} of ${Math.round(potential)} objections not taken up ${inCalls}`;
  return `${percent(potential === 0 ? 0 : points / potential)} of the points ${inCalls}`;
}
