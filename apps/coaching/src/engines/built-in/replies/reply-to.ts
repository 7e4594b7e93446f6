import type { Cues } from '../patterns/find-cues.ts';
import type { ConversationDocument, Unit } from '../text/document.ts';

export type Reply = 'accepted' | 'declined' | 'tentative' | 'none';

/** Sentences of an answer that are read: what comes later answers something else. */
const ANSWER_UNITS = 3;

/** The sentences with which the other speaker answers what `unit` says, in their next turn. */
export function answerUnits(document: ConversationDocument, unit: Unit): readonly Unit[] {
  const next = document.turns[unit.turn + 1];
  if (next === undefined || next.role === unit.role) return [];
  return document.units.slice(next.fromUnit, Math.min(next.toUnit, next.fromUnit + ANSWER_UNITS));
}

/** How the other speaker answers. A doubt outweighs a `yes`: `yes, maybe, let me check` accepts nothing. */
export function replyTo(document: ConversationDocument, cues: Cues, unit: Unit): Reply {
  return judge(cues, answerUnits(document, unit));
}

export function judge(cues: Cues, units: readonly Unit[]): Reply {
  let accepted = false;
  for (const [position, unit] of units.entries()) {
    if (cues.has(unit, 'tentative') && !(accepted && position > 0)) return 'tentative';
    const accepts = cues.in(unit, 'accepts');
    const declines = cues.in(unit, 'declines');
    if (declines !== undefined && (accepts === undefined || declines.from <= accepts.from)) {
      return accepted ? 'accepted' : 'declined';
    }
    if (accepts !== undefined) accepted = true;
  }
  return accepted ? 'accepted' : 'none';
}
