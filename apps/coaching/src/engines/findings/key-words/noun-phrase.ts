import type { RawWord } from '../../conversation/split-words.ts';
import {
  actionVerbs,
  adverbs,
  determiners,
  finiteVerbs,
  isFirstPerson,
  isSecondPerson,
  particles,
  prepositions,
  subordinators,
  weakVerbs,
} from '../commitments/word-classes.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const POSSESSIVES = setOf('my our your');
/** Before a verb, so that `to cut your audit prep` is no thing. */
const BEFORE_VERB = setOf("to i we you they he she who would will can could should might may i'd we'd");
const NUMBER =
  /^\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|first|second|third)$/;
const TIMES = setOf(
  'second seconds minute minutes hour hours day days weeks months years year oclock ago today tonight tomorrow morning afternoon evening noon midday monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december',
);
const POINTING = setOf('that this these those');
const NO_THING = setOf(
  'lot lots couple bunch bit way kind sort type thing things stuff reason call time moment word guy guys fella fellas lady man somebody someone anybody something anything nothing message voicemail machine number name people folks',
);
/** What somebody does there: `going in under the tiles`. */
const MOVING = setOf(
  'going coming running moving looking doing working trying being having ringing calling talking',
);
/** `Joanne from Brightarch about the floss`. */
const INSIDE_NEVER = setOf('about regarding because cause that which who like');
const PARTICIPLE = /\p{L}{3}ed$|^(?:bought|sold|paid|sent|went|came|said|told|gave|got|made|took|put)$/u;

/** Index of the word in front of its first preposition: the roof of `the roof on the barn`. */
export function headAt(words: readonly string[]): number {
  const end = words.findIndex((text, i) => i > 0 && prepositions.has(text));
  return (end < 0 ? words.length : end) - 1;
}

/**
 * Whether words of a stretch, from `from` up to `to`, name a thing by themselves, as far as word classes tell: no
 * clause, no verb at its start, no amount or time.
 */
export function isNounPhrase(all: readonly RawWord[], from: number, to: number): boolean {
  const words = all.slice(from, to).map(({ text }) => text);
  const [first = '', second = ''] = words;
  const last = words.at(-1) as string;
  const before = all[from - 1]?.text ?? '';
  const head = words[headAt(words)] as string;
  const isDetermined = determiners.has(first);
  const isVerb = actionVerbs.has(first) || weakVerbs.has(first) || PARTICIPLE.test(first);
  if (
    !isDetermined &&
    (BEFORE_VERB.has(before) || (isVerb && !POSSESSIVES.has(before) && !determiners.has(before)))
  )
    return false;
  if (prepositions.has(first) || particles.has(first) || adverbs.has(first) || subordinators.has(first))
    return false;
  if (MOVING.has(first) || NUMBER.test(head) || TIMES.has(head) || NO_THING.has(head)) return false;
  if (NUMBER.test(first) && (prepositions.has(second) || NUMBER.test(second))) return false;
  // `that your Silverado` goes on with a verb.
  if (POINTING.has(first) && determiners.has(second)) return false;
  if (
    particles.has(last) ||
    prepositions.has(last) ||
    adverbs.has(last) ||
    NUMBER.test(last) ||
    last === 'ago'
  )
    return false;
  if (determiners.has(before) || POSSESSIVES.has(before)) return false;
  return words.every((text, i) => {
    if (i > 0 && (INSIDE_NEVER.has(text) || PARTICIPLE.test(text)) && !isAdjective(words, i)) return false;
    if (finiteVerbs.has(text) || (text === "'s" && isVerbBefore(words[i + 1] ?? ''))) return false;
    // `a silver and a bronze` are two things.
    if (text === 'and' && (words[i + 1] === 'a' || words[i + 1] === 'an')) return false;
    return POSSESSIVES.has(text) || (!isFirstPerson(text) && !isSecondPerson(text));
  });
}

/** `your listed price`: a participle between an article and its noun. */
function isAdjective(words: readonly string[], at: number): boolean {
  return determiners.has(words[at - 1] ?? '') && at + 1 < words.length;
}

/** `your boiler's ten years old`, `your lease's up`. */
function isVerbBefore(next: string): boolean {
  return (
    next === '' ||
    [particles, prepositions, adverbs, determiners].some((words) => words.has(next)) ||
    NUMBER.test(next) ||
    /\p{L}{2}(?:ing|ed)$/u.test(next)
  );
}
