import { type CallFacts, criterionFor } from '../facts/call-facts.ts';
import type { Quote, ShownQuote } from '../facts/criterion-of-call.ts';
import { isTelling } from '../facts/readable-quotes.ts';
import { contactOf, dayName } from '../facts/wording.ts';
import type { Frame } from './question-frames.ts';

export type QuestionKind =
  | 'advice'
  | 'objection'
  | 'answer'
  | 'promise'
  | 'success'
  | 'question'
  | 'next step'
  | 'ending'
  | 'exchange'
  | 'figure'
  | 'price'
  | 'listening'
  | 'opening'
  | 'words';

/** A moment that can be asked about. */
export interface Candidate {
  readonly kind: QuestionKind;
  /** What was said: in other words the second and the third time. */
  readonly leads: readonly string[];
  /** Without the words where they can be left out: for where the agenda tells all of them elsewhere. */
  readonly again: readonly string[];
  readonly isTold?: boolean;
  /** The first that is not asked about another moment. */
  readonly asks: readonly Frame[];
  readonly call: CallFacts;
  readonly quote: Quote;
  /** Other words that are told with it. */
  readonly beside: readonly Quote[];
}

export interface Moments {
  readonly call: CallFacts;
  readonly day: string;
  readonly name: string;
  readonly isAgent: (quote: Quote) => boolean;
  readonly ask: (
    kind: QuestionKind,
    quote: Quote,
    leads: readonly string[],
    asks: readonly Frame[],
    told?: Partial<Pick<Candidate, 'again' | 'beside'>>,
  ) => Candidate[];
}

export function momentsOf(call: CallFacts): Moments {
  return {
    ...{ call, day: dayName(call.occurred_at), name: contactOf(call) },
    isAgent: ({ speaker }) => speaker === call.agent,
    ask: (kind, quote, leads, asks, { again = leads, beside = [] } = {}) =>
      isTelling(quote) ? [{ kind, leads, again, asks, call, quote, beside }] : [],
  };
}

/** The first words of the agent that show one of these. */
export function shown(call: CallFacts, indicators: readonly string[]): ShownQuote[] {
  return (criterionFor(call, indicators)?.quotes ?? [])
    .filter(
      ({ speaker, indicator }) =>
        speaker === call.agent && (indicator === undefined || indicators.includes(indicator)),
    )
    .slice(0, 1);
}
