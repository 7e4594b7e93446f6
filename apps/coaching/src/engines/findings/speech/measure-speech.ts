import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import type { Findings, ObjectionKind } from '../findings.ts';
import { SURE_FROM } from '../objections/objection-labels.ts';
import { howMet } from '../objections/taken-up.ts';
import { exchangesOf } from './exchanges.ts';
import type { Speech, SpeechCount, SpeechQuote } from './speech.ts';
import { countHedges, countReasons, countSelfWords, countWarmWords, hasFigure } from './word-counts.ts';

/** From here on a call has a proposal, and a sentence is quoted for what it does. */
const CALLED = 0.5;
const QUOTED = 0.75;
const QUOTE_WORDS = { min: 5, max: 24 };
const LEAST_DIALOGUE = 3;

const actsOf: Partial<Record<SpeechCount, readonly Act[]>> = {
  open_questions: ['ask_open'],
  closed_questions: ['ask_closed'],
  acknowledgements: ['acknowledge'],
  recaps: ['recap', 'correct'],
  small_talk: ['small_talk'],
  proposals: ['propose_time', 'propose_step', 'ask_sale', 'counter_time'],
  pressure: ['pressure', 'false_urgency', 'obstruct_opt_out'],
  pitches: ['pitch'],
  promises: ['promise'],
  prices_stated: ['state_price'],
  prices_dodged: ['dodge_price'],
};

/** Nothing is behind these that the agent could ask about. */
const elsewhere: ReadonlySet<ObjectionKind> = new Set<ObjectionKind>(['authority', 'no_time']);

const waysToMeet = [
  ['objections_acknowledged', 'acknowledged'],
  ['objections_explored', 'explored'],
  ['objections_answered', 'answer'],
] as const;

const wordCounts = [
  ['hedges', countHedges],
  ['warm_words', countWarmWords],
  ['reasons', countReasons],
] as const;

/**
 * Counts what the agent of a call says and does, and keeps a quote of each kind where one shows it plainly. An act counts
 * by its probability in each sentence: their sum is how often a listener would be expected to mark it.
 */
export function measureSpeech({
  conversation,
  objections,
}: Pick<Findings, 'conversation' | 'objections'>): Speech {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const theirs = conversation.stretches.filter(({ role }) => role === 'contact');
  const counts: Partial<Record<SpeechCount, number>> = {};
  const quotes: SpeechQuote[] = [];
  const add = (name: SpeechCount, amount: number): void => {
    const sum = Math.round(100 * ((counts[name] ?? 0) + amount)) / 100;
    if (sum > 0) counts[name] = sum;
  };
  for (const [name, acts] of Object.entries(actsOf) as [SpeechCount, readonly Act[]][]) {
    add(
      name,
      sumOf(own, (one) => chance(one, ...acts)),
    );
    quotes.push(...quoteOf(conversation, name, own, (one) => chance(one, ...acts)));
  }
  for (const [kind, count] of wordCounts) {
    add(kind, sumOf(own, count));
    quotes.push(...quoteOf(conversation, kind, own, count));
  }
  add('figures', own.filter(hasFigure).length);
  add(
    'self_words',
    sumOf(own, ({ words }) => countSelfWords(words)),
  );
  add('contact_name', own.filter(calls(conversation)).length);
  const words = wordsOf(own);
  const isDialogue = own.length >= LEAST_DIALOGUE && theirs.length >= LEAST_DIALOGUE;
  add('sentences', own.length);
  add('words', words);
  // A voicemail has no other side to share the words with.
  add('all_words', isDialogue ? words + wordsOf(theirs) : 0);
  add('dialogues', isDialogue ? 1 : 0);
  const proposes = own.some((one) => chance(one, ...(actsOf.proposals ?? [])) >= CALLED);
  add('dialogues_with_proposal', isDialogue && proposes ? 1 : 0);
  add(
    'objections',
    sumOf(objections, ({ probability }) => probability),
  );
  const clear = objections.filter(
    ({ kind, probability }) => probability >= SURE_FROM && !elsewhere.has(kind),
  );
  const met = clear.map((objection) => howMet(conversation, objection));
  add('objections_clear', clear.length);
  add('objections_taken_up', met.filter((how) => how === 'taken up').length);
  add('objections_passed_over', met.filter((how) => how === 'passed over').length);
  for (const [name, way] of waysToMeet) {
    const met = objections.filter((objection) => objection[way] !== null);
    add(
      name,
      sumOf(met, ({ probability }) => probability),
    );
    const shown = met.flatMap((objection) =>
      objection.probability >= QUOTED ? (conversation.stretches[objection[way] ?? -1] ?? []) : [],
    );
    quotes.push(...quoteOf(conversation, name, shown, () => 1));
  }
  return { words, indicators: counts, quotes, exchanges: exchangesOf({ conversation, objections }) };
}

/** The sentence that shows it best; of equals the first. One that is too short or too long says little alone. */
function quoteOf(
  conversation: Conversation,
  shows: SpeechCount,
  stretches: readonly Stretch[],
  weigh: (stretch: Stretch) => number,
): SpeechQuote[] {
  const [best] = stretches
    .filter((stretch) => weigh(stretch) >= QUOTED && isTelling(stretch.text) && stands(conversation, stretch))
    .sort((a, b) => weigh(b) - weigh(a));
  return best === undefined ? [] : [{ shows, text: best.text.trim() }];
}

function sumOf<T>(of: readonly T[], amount: (one: T) => number): number {
  return of.reduce((sum, one) => sum + amount(one), 0);
}

function isTelling(text: string): boolean {
  const { length } = text.trim().split(/\s+/);
  return length >= QUOTE_WORDS.min && length <= QUOTE_WORDS.max;
}

/** Whichever engine found it: nothing is quoted that does not stand in the transcript. */
function stands({ transcript }: Conversation, { segment, text }: Stretch): boolean {
  return transcript.segments[segment]?.text.includes(text.trim()) === true;
}

function wordsOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { words }) => sum + new Set(words.map(({ start }) => start)).size, 0);
}

/** Whether a sentence has the contact's first name; `Mr. Lee` is courtesy, which says something else. */
function calls({ people }: Conversation): (stretch: Stretch) => boolean {
  const [name] = splitWords(people.contact);
  return ({ words }) => name !== undefined && words.some(({ text }) => text === name.text);
}
