import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
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
  const { points, potential, calls } = focus.figures;
  const share = potential === 0 ? 0 : points / potential;
  return `${answered}${short}${promised} The next agenda compares ${focus.criterion.toLowerCase()} with ${percent(share)} of the points in ${counted(calls, 'call')}.`;
}
