import type { Kind } from './is-for-later.ts';
import {
  actionVerbs,
  determiners,
  particles,
  prepositions,
  subordinators,
  thirdPersonOf,
  timeWords,
} from './word-classes.ts';

export interface Sides {
  owner: string;
  other: string;
}

type Role = 'subject' | 'object' | 'subject or object' | 'whose' | 'owned' | 'self';
const FIRST: ReadonlyMap<string, Role> = new Map([
  ...(['i', 'we'] as const).map((word) => [word, 'subject'] as const),
  ...(['me', 'us'] as const).map((word) => [word, 'object'] as const),
  ...(['my', 'our'] as const).map((word) => [word, 'whose'] as const),
  ...(['mine', 'ours'] as const).map((word) => [word, 'owned'] as const),
  ['myself', 'self'],
]);
const SECOND: ReadonlyMap<string, Role> = new Map([
  ['you', 'subject or object'],
  ["y'all", 'subject or object'],
  ['your', 'whose'],
  ['yours', 'owned'],
  ['yourself', 'self'],
]);
/** What may follow a subject besides its verb. */
const AUXILIARY = new Set('can could will would should might may must had did was were'.split(' '));
const CONTRACTED: Record<string, [own: string, others: string]> = {
  m: ['are', 'is'],
  re: ['are', 'is'],
  ve: ['have', 'has'],
  ll: ['will', 'will'],
};
const BE: Record<string, [own: string, others: string]> = {
  am: ['are', 'is'],
  are: ['are', 'is'],
  was: ['were', 'was'],
  were: ['were', 'was'],
};
const BETWEEN = new Set('just also already really still'.split(' '));
const BEFORE_SUBJECT = new Set(
  'what when where how why who that which if whether before after until till once while as than because whatever and or'.split(
    ' ',
  ),
);

/**
 * Words of a promise or a request as they are said to whoever is to do it: who speaks of himself is `you`, the other
 * side has its name, and afterwards `them`. Null where nobody can be sure who is meant.
 */
export function spokenToOwner(words: readonly string[], kind: Kind, { other }: Sides): string[] | null {
  const said: string[] = [];
  let isNamed = false;
  for (let i = 0; i < words.length; i += 1) {
    const [, text = '', mark = ''] = /^(.*?)([,;:]?)$/.exec(words[i] as string) ?? [];
    const [, stem = '', ending = ''] = /^(.*?)(?:['’](m|re|ve|ll|d|s))?$/i.exec(text) ?? [];
    const lower = (text.toLowerCase() === "y'all" ? text : stem).toLowerCase();
    const [first, second] = [FIRST.get(lower), SECOND.get(lower)];
    if (first === undefined && second === undefined) {
      said.push(words[i] as string);
      continue;
    }
    const isOwner = (first !== undefined) === (kind === 'promise');
    const role = first ?? second;
    const before = (words[i - 1] ?? '').toLowerCase();
    // `one of ours`, `by you`: whose and where are not sure.
    if (role === 'owned' || before === 'by') return null;
    // `You two`: the other side and who else?
    if (second !== undefined && isPair(words, i)) return null;
    if (role === 'self') {
      if (!isOwner || i === 0) return null;
      if (mark !== '') said.push(`${said.pop() ?? ''}${mark}`);
      continue;
    }
    if (role === 'whose') {
      said.push(isOwner ? 'your' : isNamed ? 'their' : `${other}'s`);
      isNamed ||= !isOwner;
      continue;
    }
    const isSubject =
      role === 'subject' || (role === 'subject or object' && (ending !== '' || isFollowed(words, i)));
    if (!isSubject) {
      const isGroup = before === 'of';
      if (isGroup && !isOwner) said.push(`them${mark}`);
      else said.push(`${isOwner ? 'you' : isNamed ? 'them' : other}${mark}`);
      isNamed ||= !isOwner;
      continue;
    }
    const subject = isOwner ? 'you' : isNamed ? 'they' : other;
    const isPlural = isOwner || isNamed;
    isNamed ||= !isOwner;
    if (ending !== '') {
      // `you'd` may be had or would.
      const opened = CONTRACTED[ending.toLowerCase()]?.[isPlural ? 0 : 1];
      const isWould = ending === 'd' && actionVerbs.has((words[i + 1] ?? '').toLowerCase());
      if (opened === undefined && !isWould) return null;
      said.push(subject, opened ?? 'would');
      continue;
    }
    said.push(subject);
    while (BETWEEN.has((words[i + 1] ?? '').toLowerCase())) said.push(words[++i] as string);
    const verb = (words[i + 1] ?? '').toLowerCase();
    const form = BE[verb]?.[isPlural ? 0 : 1] ?? (isPlural || AUXILIARY.has(verb) ? null : finite(verb));
    if (form !== null && words[i + 1] !== undefined) {
      said.push(form);
      i += 1;
    }
  }
  return said;
}

/** `If he minds you two phoning`; `email you two pages` has the pages. */
function isPair(words: readonly string[], at: number): boolean {
  return (words[at + 1] ?? '').toLowerCase() === 'two' && /^$|ing$/.test(words[at + 2] ?? '');
}

/** `You qualify` → `qualifies`; what is past stays. */
function finite(verb: string): string {
  const known = thirdPersonOf(verb);
  if (known !== verb || PAST.has(verb) || !/^\p{Ll}{3,}$/u.test(verb) || verb.endsWith('ed')) return known;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
const PAST = new Set(
  'said got went came saw told sent gave took paid bought made knew thought met left lost found spoke wrote'.split(
    ' ',
  ),
);

/** `what you want`: a verb comes next, and what joins clauses before. */
function isFollowed(words: readonly string[], at: number): boolean {
  const before = (words[at - 1] ?? '').toLowerCase();
  const next = (words[at + 1] ?? '').toLowerCase().replace(/[,;:]$/, '');
  if (AUXILIARY.has(next) || next in BE) return true;
  const isVerb =
    actionVerbs.has(next) || ['want', 'need', 'like', 'know', 'think', 'have', 'had', 'said'].includes(next);
  // `Whether you qualify`: whatever it is, nothing but a verb can follow.
  const isOpened = OPENS_CLAUSE.has(before) && /^\p{Ll}{3,}$/u.test(next) && !isJoining(next);
  return BEFORE_SUBJECT.has(before) && (isVerb || isOpened);
}

const OPENS_CLAUSE = new Set('if whether when until while once unless'.split(' '));

function isJoining(word: string): boolean {
  return [prepositions, particles, determiners, timeWords, subordinators].some((words) => words.has(word));
}

/** What was said to the owner, told of it: `Tell your brother` → `tell their brother`. */
export function toldOfOwner(text: string): string {
  return text
    .replace(/\byour(?:self)?\b/g, (word) => (word === 'your' ? 'their' : 'themselves'))
    .replace(/(\S+) you\b/g, (_, before: string) => `${before} ${isObjectAfter(before) ? 'them' : 'they'}`);
}

function isObjectAfter(before: string): boolean {
  return prepositions.has(before) || before === 'of' || before === 'to';
}
