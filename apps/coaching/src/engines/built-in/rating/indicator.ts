import type { Conversation } from '@debrief/contracts/resources/analysis';
import type { Outcome } from '../dispositions/outcome.ts';
import { type Quote, quoteOf, quoteUnit } from '../evidence/claim.ts';
import type { ObjectionHandling } from '../objections/judge-handling.ts';
import type { Cue } from '../patterns/find-cues.ts';
import type { Reading } from '../reading.ts';
import type { ConversationDocument, Unit } from '../text/document.ts';

/** Everything an indicator may look at. */
export interface RatingInput {
  reading: Reading;
  outcome: Outcome;
  handlings: readonly ObjectionHandling[];
  conversation: Conversation;
}

/** Whether something good was heard. */
export interface Finding {
  /** How much of it, 0 to 1. */
  share: number;
  /** The words that show it; empty when it was not heard. */
  quotes: readonly Quote[];
  /** Where it, or more of it, was called for. */
  where: Quote | undefined;
  /** False: the call gave no occasion, the points are left out on both sides. */
  applicable: boolean;
}

export type Indicator = (input: RatingInput) => Finding;

export function heard(quotes: readonly Quote[], share = 1, where?: Quote): Finding {
  return { share, quotes, where: where ?? quotes[0], applicable: true };
}

export function missing(where: Quote | undefined): Finding {
  return { share: 0, quotes: [], where, applicable: true };
}

export const notApplicable: Finding = {
  share: 0,
  quotes: [],
  where: undefined,
  applicable: false,
};

export function quoteCue(document: ConversationDocument, cue: Cue): Quote {
  return quoteOf(document, cue.unit, cue.from, cue.to);
}

/** Found cues, at most `most` of them, one of each sentence. */
export function quoteCues(document: ConversationDocument, cues: readonly Cue[], most = 2): Quote[] {
  const seen = new Set<number>();
  const distinct = cues.filter((cue) => !seen.has(cue.unit.index) && seen.add(cue.unit.index));
  return distinct.slice(0, most).map((cue) => quoteCue(document, cue));
}

export function agentUnits(document: ConversationDocument): Unit[] {
  return document.units.filter((unit) => unit.role === 'agent');
}

/** The first sentence that says something: not the bare `hello Susan` before it. */
export function quoteFirst(document: ConversationDocument, units: readonly Unit[]): Quote | undefined {
  const telling = units.find(({ from, to }) => to - from > 3) ?? units[0];
  return telling === undefined ? undefined : quoteUnit(document, telling);
}

export function longestUnit(units: readonly Unit[]): Unit | undefined {
  let longest: Unit | undefined;
  for (const unit of units) {
    if (longest === undefined || unit.to - unit.from > longest.to - longest.from) longest = unit;
  }
  return longest;
}
