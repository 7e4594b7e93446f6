import { capitalized } from '../capitalized.ts';
import { joined, type SpokenWord } from './spoken-words.ts';
import {
  actionVerbs,
  adverbs,
  determiners,
  finiteVerbs,
  leads,
  personNouns,
  prepositions,
  properWords,
  subjects,
  subordinators,
  things,
  timeWords,
} from './word-classes.ts';

const MOST_MODIFIERS = 3;
const MALE = new Set(
  'husband son brother father dad nephew grandson landlord groom boy guy fella lad uncle man'.split(' '),
);
const FEMALE = new Set(
  'wife daughter sister mother mom mum niece granddaughter landlady bride girl lady missus aunt woman'.split(
    ' ',
  ),
);
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'sir', 'madam', 'mister']);
const PLACE = new Set(['in', 'at', 'on', 'near', 'off', 'of', 'from', 'to', 'over', 'by', 'out', 'the']);

/** The thing that `it` or `those` stands for: the last one named that can be handed over. Null when none was. */
export function findThing(before: readonly SpokenWord[], isPlural: boolean): string | null {
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const head = before[at]?.text ?? '';
    if (!things.has(head) || /s$/.test(head) !== isPlural) continue;
    const phrase = nounPhrase(before, at);
    if (phrase !== null) return phrase;
  }
  return null;
}

/** `a one-page quote` → `the one-page quote`, from its determiner to its head. */
function nounPhrase(words: readonly SpokenWord[], head: number): string | null {
  const next = words[head + 1];
  if (next !== undefined && next.glue !== ' ') return null;
  for (let at = head - 1; at >= Math.max(0, head - MOST_MODIFIERS - 1); at -= 1) {
    const text = words[at]?.text ?? '';
    if (words[at + 1]?.pause !== '') return null;
    if (determiners.has(text)) {
      const rest = words.slice(at + 1, head + 1);
      return rest.some(({ text }) => text === 'of')
        ? null
        : `the ${joined(rest.map((word, i) => (i === 0 ? { ...word, glue: ' ' } : word)))}`;
    }
    const isModifier = !(
      subjects.has(text) ||
      finiteVerbs.has(text) ||
      prepositions.has(text) ||
      actionVerbs.has(text) ||
      adverbs.has(text) ||
      leads.has(text)
    );
    if (!isModifier) return null;
  }
  return null;
}

/** Who `him`, `her` or `them` is: the last person named, by role or by name. Null when nobody was. */
export function findPerson(
  before: readonly SpokenWord[],
  pronoun: 'he' | 'she' | 'they',
  own: ReadonlySet<string>,
  mayBeKin: boolean,
): string | null {
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const word = before[at] as SpokenWord;
    const previous = before[at - 1]?.text ?? '';
    if (personNouns.has(word.text) && (determiners.has(previous) || previous === 'the')) {
      if (pronoun === 'he' && FEMALE.has(word.text)) continue;
      if (pronoun === 'she' && MALE.has(word.text)) continue;
      // `I'll give them a ring`: not his sister.
      if (pronoun === 'they' && (MALE.has(word.text) || FEMALE.has(word.text))) continue;
      if (!mayBeKin && (MALE.has(word.text) || FEMALE.has(word.text) || word.text === 'kids')) continue;
      return `the ${word.text}`;
    }
    if (pronoun !== 'they' && isName(before, at, own)) return capitalized(word.written.replace(/'s$/, ''));
  }
  return null;
}

/** A capital where no sentence starts: a name, unless a place stands before it or another capital beside it. */
function isName(words: readonly SpokenWord[], at: number, own: ReadonlySet<string>): boolean {
  const word = words[at] as SpokenWord;
  const name = word.text.replace(/'s$/, '');
  if (TITLES.has(name)) return false;
  if (!/^\p{Lu}\p{Ll}+(?:'s)?$/u.test(word.written) || word.text === 'i' || word.glue !== ' ') return false;
  if (own.has(name) || properWords.has(name.replace(/s$/, '')) || isFunctional(name)) return false;
  if (PLACE.has(words[at - 1]?.text ?? '')) return false;
  const next = words[at + 1];
  const isActing =
    word.written.endsWith("'s") ||
    (word.pause !== '' && (next === undefined || next.pause !== '')) ||
    (next !== undefined && next.pause === '' && (finiteVerbs.has(next.text) || next.text.endsWith('ed'))) ||
    ['is', 'be', 'with', 'ask', 'tell'].includes(words[at - 1]?.text ?? '');
  const again =
    words.filter((other) => other.written.replace(/'s$/, '') === word.written.replace(/'s$/, '')).length > 1;
  if (!isActing && !again) return false;
  const isCapital = (other: SpokenWord | undefined): boolean => /^\p{Lu}\p{Ll}/u.test(other?.written ?? '');
  const isAfterCapital = word.pause === '' && isCapital(words[at - 1]);
  return !isAfterCapital && !(words[at + 1]?.pause === '' && isCapital(words[at + 1]));
}

function isFunctional(text: string): boolean {
  return (
    subjects.has(text) ||
    determiners.has(text) ||
    leads.has(text) ||
    subordinators.has(text) ||
    finiteVerbs.has(text) ||
    // `Tomorrow's full.` `Receipt's in your email.`
    timeWords.has(text) ||
    things.has(text)
  );
}
