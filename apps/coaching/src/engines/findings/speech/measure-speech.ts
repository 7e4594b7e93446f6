import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { namesFigure } from '../feedback/figures.ts';
import type { Findings } from '../findings.ts';
import { SURE_FROM } from '../objections/objection-labels.ts';
import type { Speech, SpeechCount, SpeechQuote } from './speech.ts';
import { countSelfWords, countWords } from './word-counts.ts';

/** From here on a sentence counts as doing something, and from there on it is quoted for it. */
const COUNTED = 0.5;
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

const waysToMeet = [
  ['objections_acknowledged', 'acknowledged'],
  ['objections_explored', 'explored'],
  ['objections_answered', 'answer'],
] as const;

/** Counts what the agent of a call says and does, and keeps a quote of each kind where one shows it plainly. */
export function measureSpeech({
  conversation,
  objections,
}: Pick<Findings, 'conversation' | 'objections'>): Speech {
  const own = conversation.stretches.filter(({ role }) => role === 'agent');
  const theirs = conversation.stretches.filter(({ role }) => role === 'contact');
  const counts: Partial<Record<SpeechCount, number>> = {};
  const quotes: SpeechQuote[] = [];
  const add = (name: SpeechCount, amount: number): void => {
    if (amount > 0) counts[name] = (counts[name] ?? 0) + amount;
  };
  for (const [name, acts] of Object.entries(actsOf) as [SpeechCount, readonly Act[]][]) {
    add(name, own.filter((one) => chance(one, ...acts) >= COUNTED).length);
    quotes.push(...quoteOf(conversation, name, own, (one) => chance(one, ...acts)));
  }
  for (const kind of ['hedges', 'warm_words', 'reasons'] as const) {
    add(
      kind,
      own.reduce((sum, { words }) => sum + countWords(kind, words), 0),
    );
    // `It depends` gives a reason, and shows none.
    const frank = own.filter((one) => chance(one, 'dodge_price') < COUNTED);
    quotes.push(...quoteOf(conversation, kind, frank, ({ words }) => countWords(kind, words)));
  }
  add('figures', own.filter(namesFigure).length);
  add(
    'self_words',
    own.reduce((sum, { words }) => sum + countSelfWords(words), 0),
  );
  add('contact_name', own.filter(calls(conversation)).length);
  const words = wordsOf(own);
  const isDialogue = own.length >= LEAST_DIALOGUE && theirs.length >= LEAST_DIALOGUE;
  add('sentences', own.length);
  add('words', words);
  // A voicemail has no other side to share the words with.
  add('all_words', isDialogue ? words + wordsOf(theirs) : 0);
  add('dialogues', isDialogue ? 1 : 0);
  add('dialogues_with_proposal', isDialogue && (counts.proposals ?? 0) > 0 ? 1 : 0);
  const sure = objections.filter(({ probability }) => probability >= SURE_FROM);
  add('objections', sure.length);
  for (const [name, way] of waysToMeet) {
    const met = sure.flatMap((objection) => conversation.stretches[objection[way] ?? -1] ?? []);
    add(name, met.length);
    quotes.push(...quoteOf(conversation, name, met, () => 1));
  }
  return { words, indicators: counts, quotes };
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
