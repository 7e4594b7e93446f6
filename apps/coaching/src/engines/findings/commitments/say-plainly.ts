import { splitWords } from '../../conversation/split-words.ts';
import { capitalized } from '../capitalized.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Kind } from './is-for-later.ts';
import { standsAlone } from './stands-alone.ts';
import { actionVerbs, danglingWords, finiteVerbs, subordinators } from './word-classes.ts';

interface Sides {
  owner: string;
  other: string;
}

const LEADS =
  /^(?:(?:okay|ok|so|then|and|well|yeah|yes|right|sure|now|but|look|honestly|perfect|great|good|fine|alright|all right|brilliant|lovely)\b[,.!]*\s+)+/i;
const SOFTLY = '(?:(?:just|also|then|definitely|maybe|please|gladly|probably)\\s+)*';
const PROMISE = new RegExp(
  `^(?:I['’]ll|I will|I['’]m (?:going to|gonna)|I can|I could|we['’]ll|we will|we can|let me)\\s+${SOFTLY}(?:go ahead and |try and |try to )?`,
  'i',
);
const REQUEST = new RegExp(
  `^${SOFTLY}(?:(?:can|could|would|will) you\\s+|if you could\\s+|you\\s+)?${SOFTLY}`,
  'i',
);
/** What explains or softens a promise is not to be done. */
const TAIL =
  /^(?:so|because|cause|since|it|that|there|okay|ok|yeah|right|alright|all right|then|i|we|you|they|he|she|nobody|which|can|but|no|what|like|even|not|don|just|yes|please|sure|only|all)\b/i;
const CONDITION = /^(?:if|unless|when|as long|as soon|once|in case)\b/i;
const PURPOSE =
  /\s(?:so that|so(?= (?:you|i|we|he|she|they|it|nobody|somebody|there)\b)|so(?= \w+['’])|because|cause|in case)\s.*$/i;
const IF_POSSIBLE = /,?\s+if (?:you|y['’]all) (?:can|could|get a chance|have time)(?: find (?:it|them))?$/i;
const BY_THEN = /\s+(?:before|by|till|until) then(?=,|$)/gi;
/** Not known well enough to be said again. */
const UNSAYABLE =
  /\b(?:uh|um|er|erm|something|someplace|somewhere|somehow|whatever|stuff|thing|things|else|he|she|they|him|his|em|here|there|won|don|didn|doesn|isn)\b|['’](?:em|ll|re|ve|d|m|t)\b|[“”"…—–]|\.\.|\b(?:it|that|he|she|what|there)['’]s\b/i;
/** `Delete Test Kitchen Do Not Use`: a name that is a sentence is read as one. */
const NAMED_CLAUSE = /\p{L} (?:Do|Does|Don['’]t|Is|Are|Not|Will|Can)\b/u;
const PERSONAL = new Set('name number cell mobile email address phone'.split(' '));
/** `on my way` and `my wife` stay the speaker's. */
const OWN = new Set(
  'way lunch break shift day own side end wife husband son daughter mom mum dad mother father brother sister kids partner boss turn'.split(
    ' ',
  ),
);
const EMPTY_VERBS = new Set('do let be say see know think talk'.split(' '));
const GOING = new Set('to by over through back round around down up out in into on and with'.split(' '));
/** `Ask the other couple` what? */
const TELLING = new Set(['ask', 'tell']);
const TOLD = new Set('if whether about for to when where what not that'.split(' '));
const ENDINGS = new Set('that this and or both'.split(' '));
const MOST_WORDS = 24;

/**
 * A whole sentence of somebody who promises or asks, as what is to be done: `I'll print you the Carfax and have a bay
 * open` → `Print Philip the Carfax and have a bay open`. Null where a word would point at what is not in it.
 */
export function sayPlainly(said: string, kind: Kind, sides: Sides): string | null {
  const sentence = vocativeRemoved(
    said
      .trim()
      .replace(/[.?!,;]+$/, '')
      .replace(LEADS, ''),
    kind,
    sides,
  );
  if (sentence === null) return null;
  const start = (kind === 'promise' ? PROMISE : REQUEST).exec(sentence);
  if (start === null) return null;
  const told = essence(sentence.slice(start[0].length), kind);
  if (told === null || UNSAYABLE.test(told) || NAMED_CLAUSE.test(told)) return null;
  const words = told.split(/\s+/);
  const verb = (words[0] ?? '').toLowerCase();
  if (!actionVerbs.has(verb) || EMPTY_VERBS.has(verb) || words.length > MOST_WORDS) return null;
  // `I'll go the twelve-month` takes it.
  if (verb === 'go' && !GOING.has((words[1] ?? '').toLowerCase())) return null;
  if (TELLING.has(verb) && !words.slice(1).some((word) => TOLD.has(word.toLowerCase()))) return null;
  const named = withNames(words, kind, sides);
  if (named === null) return null;
  const plain = named.join(' ');
  const last = named.at(-1)?.toLowerCase() ?? '';
  const names = new Set(`${sides.owner} ${sides.other}`.toLowerCase().split(/\s+/));
  const rest = contentWords(splitWords(named.slice(1).join(' ')).map(({ text }) => text)).filter(
    (word) => !names.has(word),
  );
  const isDangling = ENDINGS.has(last) || (danglingWords.has(last) && kind === 'request');
  if (rest.length === 0 || isDangling || !standsAlone(plain, plain)) return null;
  return capitalized(plain);
}

/** `Mose, could you`: somebody else who is named is not the owner. */
function vocativeRemoved(sentence: string, kind: Kind, { owner }: Sides): string | null {
  const vocative = /^((?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'’-]+),\s+/u.exec(sentence);
  if (vocative === null || actionVerbs.has((vocative[1] ?? '').toLowerCase())) return sentence;
  const isOwner = kind === 'request' && owner.includes((vocative[1] ?? '').split(' ').at(-1) ?? '');
  return isOwner ? sentence.slice(vocative[0].length) : null;
}

/** Without what explains it; null where it hangs on a condition. */
function essence(clause: string, kind: Kind): string | null {
  const asked = kind === 'request' ? clause.replace(IF_POSSIBLE, ' if possible') : clause;
  const kept: string[] = [];
  for (const part of asked.split(/,\s+/)) {
    const going = part.replace(/^and (?:i['’]ll|we['’]ll)\s+/i, 'and ');
    if (CONDITION.test(going)) return null;
    if (kept.length > 0 && (TAIL.test(going) || /^and (?:you|i|we|he|she|they|it|then)\b/i.test(going)))
      break;
    kept.push(going);
  }
  return kept
    .join(', ')
    .replace(/\sand (?:i['’]ll|we['’]ll)\s/gi, ' and ')
    .replace(/\sand (?:you|he|she|they|we|i)\b.*$/i, '')
    .replace(PURPOSE, '')
    .replace(BY_THEN, '')
    .replace(/ then(?=,)/g, '')
    .replace(/\s+(?:for you|for me|myself|then|too|as well)$/i, '')
    .trim();
}

function withNames(words: readonly string[], kind: Kind, { owner, other }: Sides): string[] | null {
  const named: string[] = [];
  let isNamed = false;
  for (const [i, written] of words.entries()) {
    const [, text = '', mark = ''] = /^(.*?)([,;:]?)$/.exec(written) ?? [];
    const lower = text.toLowerCase();
    const [before = '', next = ''] = [words[i - 1]?.toLowerCase(), words[i + 1]?.toLowerCase()];
    const isOwners = kind === 'promise' ? FIRST.has(lower) : SECOND.has(lower);
    const isOthers = kind === 'promise' ? SECOND.has(lower) : FIRST.has(lower);
    if (lower === 'myself' && kind === 'promise') {
      if (mark !== '' && i > 0) named.push(`${named.pop() ?? ''}${mark}`);
      continue;
    }
    if (!isOwners && !isOthers) {
      named.push(written);
      continue;
    }
    if (['my', 'our', 'your'].includes(lower)) {
      if (isOwners && OWN.has(next.replace(/[,;:]$/, ''))) return null;
      if (isOwners) named.push(PERSONAL.has(next) ? `${owner}'s` : 'the');
      else named.push(isNamed ? 'their' : `${other}'s`);
      isNamed ||= isOthers;
      continue;
    }
    const isObject = ['me', 'us', 'you'].includes(lower) && before !== 'of' && before !== 'by';
    const isSubject =
      subordinators.has(before) || finiteVerbs.has(next) || before === 'what' || before === 'that';
    if (isOwners || !isObject || isSubject) return null;
    named.push(`${isNamed ? 'them' : other}${mark}`);
    isNamed = true;
  }
  return named;
}

const FIRST = new Set('i me my mine myself we us our ours'.split(' '));
const SECOND = new Set('you your yours yourself yourselves'.split(' '));
