import lexicon from './lexicons/naming.json' with { type: 'json' };
import { likeness } from './name-likeness.ts';
import { PhraseIndex } from './spoken-words.ts';

/** Parts of both names, as `nameParts` gives them. */
export interface NameParts {
  readonly agent: readonly string[];
  readonly contact: readonly string[];
}

/** How much the words show their speaker to be the agent (above 0) or the contact (below 0). */
export interface NameWeights {
  introduction: number;
  address: number;
}

interface Cue {
  readonly kind: keyof NameWeights;
  readonly weight: number;
  /** How like a name the word must be: where an everyday word may follow as well, more. */
  readonly least: number;
}

/** Where in the call the words are. */
export interface Place {
  /** How many times the word has passed to the other before: 0 is how the call begins. */
  readonly turn: number;
  readonly incoming: boolean | null;
}

const { introductions, addresses } = lexicon;
const cues = (phrases: readonly string[], cue: Cue) => phrases.map((phrase) => [phrase, cue] as const);
/** "Hello, Susan, is this a good time?" calls Susan; "Hello, Susan Parker" is how she answers. */
const EITHER = { kind: 'address', weight: -1.5 } as const;
const ANSWER_WORDS = 4;
const BEFORE_NAME = new PhraseIndex<Cue>([
  ...cues(introductions.strong, { kind: 'introduction', weight: 13, least: 0.6 }),
  ...cues(introductions.weak, { kind: 'introduction', weight: 4, least: 0.75 }),
  ...cues(addresses.strong, { kind: 'address', weight: -3, least: 0.75 }),
  ...cues(addresses.before, { kind: 'address', weight: -2, least: 0.75 }),
  ...cues(addresses.either, { ...EITHER, least: 0.75 }),
  ...cues(addresses.asking, { kind: 'address', weight: -2.5, least: 0.65 }),
]);
const AFTER_NAME = new PhraseIndex<Cue>([
  // "Is Darren there?", "Beverley Amos, please": they are asked for; "Rupert from where?" says who was said to call.
  ...cues(addresses.askedFor, { kind: 'address', weight: -2.5, least: 0.75 }),
  ...cues(addresses.echoed, { kind: 'address', weight: -2.5, least: 0.75 }),
  ...cues(introductions.after, { kind: 'introduction', weight: 4, least: 0.75 }),
  ...cues(addresses.after, { kind: 'address', weight: -3, least: 0.75 }),
]);
/** "X from …" at the start of a turn is an introduction, deep inside a sentence it may be anybody. */
const OPENING_WORDS = 6;
const IN_A_ROW = 0.65;
/** Who picks up says few words; a longer first turn of an outgoing call in which the contact is named is the agent's. */
const PICK_UP_WORDS = 10;
const ASKED_FOR = { kind: 'address', weight: -1 } as const;

/** Weighs who a speaker says to be, and whom a speaker calls by name. One pass over the words. */
export function weighNames(words: readonly string[], names: NameParts, place: Place): NameWeights {
  const weights: NameWeights = { introduction: 0, address: 0 };
  const add = (cue: Pick<Cue, 'kind' | 'weight'>, leaning: number) => {
    weights[cue.kind] += cue.weight * leaning;
  };
  const used = new Set<number>();
  for (const { value: cue, from, length } of BEFORE_NAME.in(words)) {
    const at = from + length;
    // "Is this Laura? Ben Carter" has both names after the cue, of which the first is meant.
    const leaning =
      lean(candidates(words, at), names, cue.least) || lean(words.slice(at, at + 1), names, cue.least);
    if (leaning === 0) continue;
    const isAnswer = cue.weight === EITHER.weight && place.turn === 0 && words.length <= ANSWER_WORDS;
    // "Hi, Stu from Kalgoorlie Electric" greets nobody by name.
    const after = cue.kind === 'address' ? cueAfter(words, at, names) : null;
    add(after ?? (isAnswer ? inPassing(at, place) : cue), leaning);
    used.add(at).add(at + 1);
  }
  for (const [at, word] of words.entries()) {
    if (at < OPENING_WORDS) {
      // "Wendy, Ben Carter" calls the one and names the other: two in a row, so that each may be less like.
      const called = lean([word], names, IN_A_ROW);
      const named = lean(words.slice(at + 1, at + 2), names, IN_A_ROW);
      if (called * named < 0) {
        weights.introduction += 4 * named;
        used.add(at + 1);
        continue;
      }
    }
    if (used.has(at)) continue;
    const after = at < OPENING_WORDS ? cueAfter(words, at, names) : null;
    const leaning = after === null ? 0 : lean([word], names, after.least);
    if (after !== null && leaning !== 0) {
      add(after, leaning);
      used.add(at + 1);
    } else {
      const passing = lean([word], names, 1);
      const isAsked =
        passing < 0 && place.turn === 0 && place.incoming === false && words.length > PICK_UP_WORDS;
      add(isAsked ? ASKED_FOR : inPassing(at, place), passing);
    }
  }
  return weights;
}

/** What follows a name, or the surname after it. */
function cueAfter(words: readonly string[], at: number, names: NameParts): Cue | null {
  const next = AFTER_NAME.at(words, at + 1);
  if (next !== null) return next.value;
  const isSurname =
    lean(words.slice(at + 1, at + 2), names, 0.75) * lean(words.slice(at, at + 1), names, 0.75) > 0;
  return isSurname ? (AFTER_NAME.at(words, at + 2)?.value ?? null) : null;
}

/**
 * A name with nothing around it that tells. Who begins, or answers, mostly says who it is, and who is called begins with
 * the other's name only after that has been said. Later people call each other, and seldom say their own name.
 */
function inPassing(at: number, { turn, incoming }: Place): Pick<Cue, 'kind' | 'weight'> {
  if (turn === 0 && (at > 0 || incoming === true))
    return { kind: 'introduction', weight: incoming === true ? 4 : 2.5 };
  if (turn === 0) return { kind: 'introduction', weight: 0 };
  if (turn === 1 && at === 0) return { kind: 'address', weight: -2 };
  if (turn === 1 && at < OPENING_WORDS) return { kind: 'introduction', weight: 1.5 };
  return { kind: 'address', weight: turn <= 3 ? 0 : -0.7 };
}

/** The words where the name is due: given name, surname, or a name heard as two words. */
function candidates(words: readonly string[], at: number): string[] {
  const [first, second] = words.slice(at, at + 2);
  if (first === undefined) return [];
  return second === undefined ? [first] : [first, second, first + second];
}

function lean(heard: readonly string[], { agent, contact }: NameParts, least: number): number {
  return strength(heard, agent, least) - strength(heard, contact, least);
}

function strength(heard: readonly string[], parts: readonly string[], least: number): number {
  let best = 0;
  for (const word of heard) best = Math.max(best, likeness(word, parts));
  if (best === 1) return 1;
  return best < least ? 0 : 0.3 + (0.5 * (best - least)) / (1 - least);
}
