import lexicon from './lexicons/naming.json' with { type: 'json' };
import { nameParts } from './name-likeness.ts';
import { PhraseIndex, spokenWords } from './spoken-words.ts';
import { weighNames } from './weigh-names.ts';

/** voice: channel 0/1 of a stereo recording, or cluster 0/1 of a mono one. Times in seconds. */
export interface SpokenSegment {
  voice: 0 | 1;
  startTime: number;
  endTime: number;
  text: string;
  confidence: number | null;
}

export interface Naming {
  agentVoice: 0 | 1;
  /** What decided: introduction, address, phrases, manner, opening or questions; none when nothing did. */
  method: string;
  /** 0 (a guess) to 1. */
  confidence: number;
}

type Signal = 'introduction' | 'address' | 'phrases' | 'manner' | 'opening' | 'questions';

const roleWeights = (lists: Readonly<Record<string, readonly string[]>>, sign: number) =>
  Object.entries(lists).flatMap(([weight, phrases]) =>
    phrases.map((phrase) => [phrase, sign * Number(weight)] as const),
  );
const PHRASES = new PhraseIndex<number>([
  ...roleWeights(lexicon.agent, 1),
  ...roleWeights(lexicon.contact, -1),
]);
/**
 * How much likelier an agent says a word than a contact, as a natural logarithm: counted in the labelled calls that the
 * coach learns from, words of single trades left out.
 */
const MANNER: ReadonlyMap<string, number> = new Map(
  Object.entries(lexicon.manner).flatMap(([weight, list]) =>
    list.map((word) => [word, Number(weight)] as const),
  ),
);
/** Words of one person go together, so that each says less than it does alone. */
const MANNER_SHARE = 0.3;
/** Of these words in what is said: half of English is, and a tenth of other languages, where they mean something else. */
const MANNER_LEAST = 0.2;
const GREETINGS = new PhraseIndex(lexicon.greetings.map((phrase) => [phrase, true] as const));
const ANSWERING = new PhraseIndex(lexicon.answering.map((phrase) => [phrase, true] as const));
const QUESTIONS = new PhraseIndex(lexicon.questions.map((phrase) => [phrase, true] as const));

/**
 * Tells which voice is the agent's: every signal leans to voice 0 (above 0) or to voice 1 (below 0), bounded so
 * that a name said outright outweighs a manner of speaking. Exchanging the voices exchanges the answer.
 */
export function nameSpeakers(
  segments: readonly SpokenSegment[],
  names: { agent: string; contact: string },
  incoming: boolean | null,
): Naming {
  const turns = segments
    .map(({ voice, startTime, text }) => ({ voice, startTime, text, words: spokenWords(text) }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => a.startTime - b.startTime);
  const [first] = turns;
  if (first === undefined) return { agentVoice: 0, method: 'none', confidence: 0 };
  const leanings = weighTurns(
    turns,
    { agent: nameParts(names.agent), contact: nameParts(names.contact) },
    incoming,
  );
  const isAlone = turns.every(({ voice }) => voice === first.voice);
  if (!isAlone) leanings.opening = toVoice0(first.voice) * opening(first.words, incoming);
  const total = Object.values(leanings).reduce((sum, leaning) => sum + leaning, 0);
  // A lone voice is mostly an agent's message; an incoming call's may be the customer's.
  const prior = isAlone ? toVoice0(first.voice) * (incoming === true ? 0.1 : 1) : 0;
  const margin = total + prior;
  const side = margin === 0 ? toVoice0(first.voice) : Math.sign(margin);
  return {
    agentVoice: side > 0 ? 0 : 1,
    method: strongest(leanings, side),
    confidence: Math.tanh(Math.abs(margin) / 4),
  };
}

const toVoice0 = (voice: 0 | 1) => (voice === 0 ? 1 : -1);

interface Turn {
  readonly voice: 0 | 1;
  readonly text: string;
  readonly words: readonly string[];
}

function weighTurns(
  turns: readonly Turn[],
  names: { agent: readonly string[]; contact: readonly string[] },
  incoming: boolean | null,
): Record<Signal, number> {
  const raw = { introduction: 0, address: 0, phrases: 0, manner: 0, questions: 0 };
  let [questions, turn, telling, all] = [0, 0, 0, 0];
  for (const [index, { voice, text, words }] of turns.entries()) {
    const side = toVoice0(voice);
    if (index > 0 && turns[index - 1]?.voice !== voice) turn += 1;
    const byName = weighNames(words, names, { turn, incoming });
    raw.introduction += side * byName.introduction;
    raw.address += side * byName.address;
    for (const { value } of PHRASES.in(words)) raw.phrases += side * value;
    all += words.length;
    for (const word of words) {
      const weight = MANNER.get(word);
      if (weight === undefined) continue;
      raw.manner += side * weight;
      telling += 1;
    }
    const asked = text.includes('?') || QUESTIONS.at(words, 0) !== null ? 1 : 0;
    raw.questions += side * asked;
    questions += asked;
  }
  return {
    introduction: bounded(raw.introduction, 8),
    address: bounded(raw.address, 4),
    phrases: bounded(raw.phrases / 3, 4),
    manner: telling < MANNER_LEAST * all ? 0 : bounded(raw.manner * MANNER_SHARE, 4),
    opening: 0,
    questions: raw.questions / (questions + 3),
  };
}

/** Nearly as given while small, never beyond the limit. */
function bounded(value: number, limit: number): number {
  return limit * Math.tanh(value / limit);
}

/** How much the first words show their speaker to be the agent (above 0) or the contact (below 0). */
function opening(words: readonly string[], incoming: boolean | null): number {
  const count = words.length;
  const isBare = count <= 3 && GREETINGS.at(words, 0) !== null;
  // Who is called picks up first, as good as always, and who calls is seldom first, except with more than a few words.
  if (incoming === true) return [...ANSWERING.in(words)].length > 0 ? 4 : 3;
  if (incoming === false) return count <= 3 ? -2.5 : count <= 7 ? -0.7 : count >= 14 ? 0.7 : 0;
  return isBare ? -0.8 : 0.2;
}

function strongest(leanings: Readonly<Record<Signal, number>>, side: number): string {
  const entries = Object.entries(leanings).map(([signal, leaning]): readonly [string, number] => [
    signal,
    leaning * side,
  ]);
  return entries.reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['none', 0])[0];
}
