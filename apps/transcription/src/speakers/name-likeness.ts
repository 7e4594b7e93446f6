import lexicon from './lexicons/naming.json' with { type: 'json' };

const COMMON_WORDS: ReadonlySet<string> = new Set(lexicon.commonWords);
const LONGEST_WORD = 24;
const LEAST_BEGINNING = 5;

/** Parts of a name as they may be spoken: lower case, without accents. Initials are left out. */
export function nameParts(name: string): string[] {
  return plain(name)
    .split(/[^a-z]+/)
    .filter((part) => part.length > 1)
    .map((part) => part.slice(0, LONGEST_WORD));
}

/**
 * Likeness of a heard word to the likest part of a name, 0 to 1, by spelling and by sound. An everyday word is
 * only like a name it equals: "great" is not Greta.
 */
export function likeness(word: string, parts: readonly string[]): number {
  const heard = plain(word)
    .replace(/'s$/, '')
    .replace(/[^a-z]/g, '')
    .slice(0, LONGEST_WORD);
  if (parts.includes(heard)) return 1;
  if (heard.length < 2 || COMMON_WORDS.has(heard)) return 0;
  const sound = soundOf(heard);
  let best = 0;
  for (const part of parts) {
    const spelled = agreement(heard, part);
    best = Math.max(best, spelled, (spelled + agreement(sound, soundOf(part))) / 2, beginning(heard, part));
  }
  return best;
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/ph|v/g, 'f'],
  [/tch|sch|sh|ch/g, 'x'],
  [/gh|(?<=[aeiou])h/g, ''],
  [/th|d/g, 't'],
  [/dge?|g(?=[eiy])/g, 'j'],
  [/c(?=[eiy])|z/g, 's'],
  [/[cqg]/g, 'k'],
  [/x(?=$)/g, 'ks'],
  [/b/g, 'p'],
  [/m/g, 'n'],
  [/^[hw]?[aeiouy]+/, 'a'],
  [/(?<=.)[aeiouyhw]/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Consonants by how they sound; of vowels only that one begins the word. */
function soundOf(word: string): string {
  return SOUNDS.reduce((sound, [letters, as]) => sound.replace(letters, as), word);
}

/** How much of a long name a word begins with: engines end an unknown name as a word that they know, "dominated" for Dominic. */
function beginning(word: string, name: string): number {
  let same = 0;
  while (same < name.length && word[same] === name[same]) same += 1;
  return same < LEAST_BEGINNING ? 0 : same / name.length;
}

/** 1 − edit distance ÷ length of the longer. */
function agreement(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 0;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const swap = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return 1 - (row[other.length] as number) / longer;
}
