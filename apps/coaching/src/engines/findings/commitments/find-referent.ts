import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { RawWord } from '../../conversation/split-words.ts';
import type { Kind } from './is-for-later.ts';
import type { Sides } from './spoken-to-owner.ts';
import {
  adverbs,
  determiners,
  finiteVerbs,
  leads,
  particles,
  personNouns,
  prepositions,
  subjects,
  subordinators,
  timeWords,
} from './word-classes.ts';

/** What is asked for with one of a group is promised with another of it. */
const GROUPS = [
  'send email mail text post forward share ping whatsapp fax resend print get shoot fire',
  'bring have find get dig grab gather pull fetch take look',
  'sign fill return complete send',
  'read review check send look',
  'leave drop put bring',
].map((verbs) => new Set(verbs.split(' ')));
const RECEIVERS = new Set('me us you him her them ya'.split(' '));
const CLOSING = new Set(
  'and or but so then please if when because like too well instead first just ready handy open together meanwhile near nearby available printed done straight both'.split(
    ' ',
  ),
);
const VAGUE = new Set(
  'thing things stuff one ones something anything nothing some lot bit call ring word look time chance minute second hour day week idea feel price while guess number email address head hand rest two'.split(
    ' ',
  ),
);
const MOST_WORDS = 7;
/** Lines before a promise; a language model may cut a turn into thousands. */
const MOST_LINES = 16;
const OF = new Set(['of', 'for']);
const OPEN_DETERMINERS = new Set('a an some any the that those these this'.split(' '));

/**
 * The thing that was just asked for or offered, as it is named to whoever promised it: `Could you email me the order
 * form?` `I'll send it tonight` → `the order form`. Null where none was.
 */
export function findReferent(
  { stretches, turns, transcript }: Conversation,
  stretch: Stretch,
  kind: Kind,
  verb: string,
  isPlural: boolean,
  sides: Sides,
): string | null {
  const from = Math.max(turns[Math.max(0, stretch.turn - 1)]?.from ?? 0, stretch.index - MOST_LINES);
  for (let index = stretch.index - 1; index >= from; index -= 1) {
    const line = stretches[index] as Stretch;
    const found = askedIn(line, transcript.segments[line.segment]?.text ?? '', verb);
    if (found === null || found.isPlural !== isPlural) continue;
    return named(found.words, (line.role === stretch.role) === (kind === 'promise'), sides);
  }
  return null;
}

interface Found {
  words: string[];
  isPlural: boolean;
}

function askedIn({ words }: Stretch, text: string, verb: string): Found | null {
  for (let at = 0; at < words.length - 1; at += 1) {
    const asked = words[at]?.text ?? '';
    if (!GROUPS.some((group) => group.has(verb) && group.has(asked))) continue;
    let from = at + 1;
    while (RECEIVERS.has(words[from]?.text ?? '') || particles.has(words[from]?.text ?? '')) from += 1;
    const phrase = nounPhrase(words, from, text);
    if (phrase !== null) return phrase;
  }
  return null;
}

/** From a determiner to the last noun before a mark, a verb or a time: `the box of statements`. */
function nounPhrase(words: readonly RawWord[], from: number, text: string): Found | null {
  if (!determiners.has(words[from]?.text ?? '')) return null;
  const phrase: string[] = [];
  for (let i = from; i < words.length && i - from < MOST_WORDS; i += 1) {
    const [before, word, next] = [words[i - 1], words[i] as RawWord, words[i + 1]?.text ?? ''];
    const isMarked = i > from && /[^\s-]/.test(text.slice(before?.end, word.start));
    if (isMarked || (i > from && before?.start === word.start)) break;
    const isJoin = i > from && (OF.has(word.text) || (word.text === 'and' && determiners.has(next)));
    const isJoined = isJoin && !timeWords.has(next) && next !== '';
    if (!isJoined && (CLOSING.has(word.text) || timeWords.has(word.text) || isGrammar(word.text))) break;
    const said = text.slice(word.start, word.end);
    // `Co-op` is one.
    if (i > from && text.slice(before?.end, word.start) === '-') phrase.push(`${phrase.pop() ?? ''}-${said}`);
    else phrase.push(said);
  }
  while (phrase.length > 0 && isLoose(phrase.at(-1)?.toLowerCase() ?? '')) phrase.pop();
  const last = phrase.at(-1)?.toLowerCase() ?? '';
  if (phrase.length < 2 || VAGUE.has(last) || personNouns.has(last) || /['’]/.test(phrase.join(' ')))
    return null;
  return { words: phrase, isPlural: /[^s]s$/.test(last) || phrase.includes('and') };
}

function isLoose(word: string): boolean {
  return determiners.has(word) || OF.has(word) || word === 'and' || adverbs.has(word);
}

function isGrammar(word: string): boolean {
  return (
    subjects.has(word) ||
    finiteVerbs.has(word) ||
    subordinators.has(word) ||
    prepositions.has(word) ||
    leads.has(word) ||
    RECEIVERS.has(word)
  );
}

function named(words: readonly string[], isOwners: boolean, { other }: Sides): string {
  const [first = '', ...rest] = words;
  const lower = first.toLowerCase();
  const tail = rest.join(' ');
  if (OPEN_DETERMINERS.has(lower)) return `the ${tail}`;
  if (['my', 'our', 'your'].includes(lower)) {
    const isOwn = (lower === 'your') !== isOwners;
    return `${isOwn ? 'your' : `${other}'s`} ${tail}`;
  }
  return `the ${words.join(' ')}`;
}
