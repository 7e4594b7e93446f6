import lexicon from './lexicons/naming.json' with { type: 'json' };
import { MANNER, type Manner, openingLength } from './manner.ts';
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

interface Names {
  readonly agent: string;
  readonly contact: string;
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
/** Of these words in what is said: most of English is, less of other languages, where they mean something else. */
const LEAST_KNOWN = 0.4;
const MOST_MANNER = 4;
const GREETINGS = new PhraseIndex(lexicon.greetings.map((phrase) => [phrase, true] as const));
const ANSWERING = new PhraseIndex(lexicon.answering.map((phrase) => [phrase, true] as const));
const QUESTIONS = new PhraseIndex(lexicon.questions.map((phrase) => [phrase, true] as const));

/**
 * Tells which voice is the agent's: every signal leans to voice 0 (above 0) or to voice 1 (below 0), bounded so
 * that a name said outright outweighs a manner of speaking. Exchanging the voices exchanges the answer.
 */
export function nameSpeakers(
  segments: readonly SpokenSegment[],
  names: Names,
  incoming: boolean | null,
  manner: Manner = MANNER,
): Naming {
  const heard = hear(segments);
  const [first] = heard;
  if (first === undefined) return { agentVoice: 0, method: 'none', confidence: 0 };
  const isAlone = heard.every(({ turn }) => turn === 0);
  const leanings = {
    ...weighNamesAndPhrases(heard, names, incoming),
    manner: weighManner(heard, manner),
    opening: isAlone ? 0 : weighOpening(heard, incoming, manner),
  };
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

export const toVoice0 = (voice: 0 | 1) => (voice === 0 ? 1 : -1);

export interface HeardSegment {
  readonly voice: 0 | 1;
  /** How many times the word has passed to the other before: 0 is how the call begins. */
  readonly turn: number;
  readonly text: string;
  readonly words: readonly string[];
}

/** The segments in which there are words, in order. */
export function hear(segments: readonly SpokenSegment[]): HeardSegment[] {
  const spoken = segments
    .map(({ voice, startTime, text }) => ({ voice, startTime, text, words: spokenWords(text) }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => a.startTime - b.startTime);
  let turn = 0;
  return spoken.map(({ voice, text, words }, index) => {
    if (index > 0 && spoken[index - 1]?.voice !== voice) turn += 1;
    return { voice, turn, text, words };
  });
}

/** All but what is learnt of manners. */
export function weighNamesAndPhrases(
  heard: readonly HeardSegment[],
  { agent, contact }: Names,
  incoming: boolean | null,
): Record<Exclude<Signal, 'manner' | 'opening'>, number> {
  const names = { agent: nameParts(agent), contact: nameParts(contact) };
  const raw = { introduction: 0, address: 0, phrases: 0, questions: 0 };
  let questions = 0;
  for (const { voice, turn, text, words } of heard) {
    const side = toVoice0(voice);
    const byName = weighNames(words, names, { turn, incoming });
    raw.introduction += side * byName.introduction;
    raw.address += side * byName.address;
    for (const { value } of PHRASES.in(words)) raw.phrases += side * value;
    const asked = text.includes('?') || QUESTIONS.at(words, 0) !== null ? 1 : 0;
    raw.questions += side * asked;
    questions += asked;
  }
  return {
    introduction: bounded(raw.introduction, 8),
    address: bounded(raw.address, 4),
    phrases: bounded(raw.phrases / 3, 4),
    questions: raw.questions / (questions + 3),
  };
}

function weighManner(heard: readonly HeardSegment[], { words: weights }: Manner): number {
  let [leaning, known, all] = [0, 0, 0];
  for (const { voice, words } of heard) {
    all += words.length;
    for (const word of words) {
      const weight = weights.get(word);
      if (weight === undefined) continue;
      leaning += toVoice0(voice) * weight;
      known += 1;
    }
  }
  return known < LEAST_KNOWN * all ? 0 : bounded(leaning, MOST_MANNER);
}

/** How many words of its first voice a call begins with. */
export function openingWords(heard: readonly HeardSegment[]): number {
  return heard.filter(({ turn }) => turn === 0).reduce((sum, { words }) => sum + words.length, 0);
}

/** How a call begins: who is called picks up first, as good as always, and who calls is seldom first with a few words. */
function weighOpening(
  heard: readonly HeardSegment[],
  incoming: boolean | null,
  { outgoing }: Manner,
): number {
  const [first] = heard;
  if (first === undefined) return 0;
  const side = toVoice0(first.voice);
  if (incoming === true) return side * ([...ANSWERING.in(first.words)].length > 0 ? 4 : 3);
  const count = openingWords(heard);
  if (incoming === false) return side * (outgoing[openingLength(count)] ?? 0);
  return side * (count <= 3 && GREETINGS.at(first.words, 0) !== null ? -0.8 : 0.2);
}

/** Nearly as given while small, never beyond the limit. */
function bounded(value: number, limit: number): number {
  return limit * Math.tanh(value / limit);
}

function strongest(leanings: Readonly<Record<Signal, number>>, side: number): string {
  const entries = Object.entries(leanings).map(([signal, leaning]): readonly [string, number] => [
    signal,
    leaning * side,
  ]);
  return entries.reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['none', 0])[0];
}
