import { splitWords } from '../../conversation/split-words.ts';
import { capitalized } from '../capitalized.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { essenceOf } from './essence-of.ts';
import type { Kind } from './is-for-later.ts';
import { isToldWhat } from './is-told-what.ts';
import { MEANT, namesNobody, PERSON, pointedAt, type Referent, unknown, withPerson } from './point-out.ts';
import { type Sides, spokenToOwner } from './spoken-to-owner.ts';
import { standsAlone } from './stands-alone.ts';
import { LEADS, type TaskOpening, taskOpenings } from './task-openings.ts';
import {
  actionVerbs,
  danglingWords,
  determiners,
  finiteVerbs,
  prepositions,
  subjects,
  timeWords,
  weakVerbs,
} from './word-classes.ts';

/** Not known well enough to be said again. */
const UNSAYABLE =
  /\b(?:uh|um|er|erm|someplace|somewhere|somehow|somethin|whoever|stuff|thing|things|em|there|won|didn|doesn|isn)\b|['’]em\b|[“”"…—–?!]|\.\.|\.\s/i;
/** `Something with your company on it` is told, `something` is not. */
const ANYTHING = /\b(?:something|anything)\b(?!.* (?:with|about|from|that|i|you)\b)/i;
/** `Delete Test Kitchen Do Not Use`: a name that is a sentence is read as one. */
const NAMED_CLAUSE = /\p{L} (?:Do|Does|Don['’]t|Is|Are|Not|Will|Can)\b/u;
const EMPTY_VERBS = new Set(
  'do let be say see know think talk try hope need want bet admit guess take like love believe promise wait understand appreciate stop mean make come go'.split(
    ' ',
  ),
);
/** `come by`, `take a picture`, `make a note`: with these they say what is to be done. */
const FILLED = new Set(
  'a an the some by over through out down up pictures photos your with round to again later back in by and on at'.split(
    ' ',
  ),
);
/** `Ask the other couple` what? */
const TELLING = new Set(['ask', 'tell']);
const LEFT_OPEN = new Set('somebody someone anybody anyone some'.split(' '));
const HANDED = new Set('send bring email text print have make take'.split(' '));
/** `Tell Reverend Ames Otis said`. */
const OPEN_VERBS = new Set('is are was were will can could would said says knows thinks expect'.split(' '));
const ENDINGS = new Set('look that this and or both it them him her you some any'.split(' '));
const MOST_WORDS = 24;
const MOST_LENGTH = 500;

/**
 * A sentence of somebody who promises or asks, as what is to be done, said to whoever is to do it: `I'll print you the
 * Carfax and have a bay open` → `Print Philip the Carfax and have a bay open`. Null where a word would point at what is
 * not in it.
 */
export function sayPlainly(
  said: string,
  kind: Kind,
  sides: Sides,
  referent: Referent = unknown,
): string | null {
  // More is no sentence of a promise, and each of its clauses would be looked at.
  if (said.length > MOST_LENGTH) return null;
  const sentence = vocativeRemoved(
    said
      .trim()
      .replace(/[.?!,;]+$/, '')
      .replace(LEADS, ''),
    kind,
    sides,
  );
  if (sentence === null) return null;
  for (const start of taskOpenings(sentence.replace(/['’]em\b/g, 'them'), kind)) {
    const plain = taskOf(start, kind, sides, referent);
    if (plain !== null) return plain;
    // `Sign the letter and get it to them`: the first of two things may be understood without the other.
    const first = { ...start, rest: start.rest.replace(SECOND, '') };
    const [verb = ''] = first.rest.toLowerCase().split(' ');
    if (first.rest === start.rest || weakVerbs.has(verb) || TELLING.has(verb)) continue;
    const half = taskOf(first, kind, sides, referent);
    if (half !== null) return half;
  }
  return null;
}

/** `I'll make sure Comfort knows that before Monday`: what was said before. */
const STATED =
  /^(?:(?:make sure |let )(.{2,30}?) knows? (?:that|this)|tell (.{2,30}?) (?:that|the same))(?= |$)(.*)$/iu;
const HAVE_DONE = /^have \p{L}+ed\b/iu;
const OFFERED = / if (?:you|they)\b(?! have not heard)(?! (?:is|are) not there)/i;
const SECOND = new RegExp(`,? and (?=(?:${[...actionVerbs].join('|')}) )[^,.;]*[.]?$`, 'i');

function taskOf(
  { doer, rest, isVerb }: TaskOpening,
  kind: Kind,
  sides: Sides,
  referent: Referent,
): string | null {
  const told = essenceOf(rest, kind);
  if (told === null || [UNSAYABLE, ANYTHING, NAMED_CLAUSE].some((pattern) => pattern.test(told))) return null;
  // `I can email it if you've got the address` waits for an answer.
  if ((kind === 'promise' && OFFERED.test(told)) || HAVE_DONE.test(told)) return null;
  const stated = STATED.exec(told);
  const isStated = stated !== null && referent.thing('tell', false, 'that') !== null;
  const words = (isStated ? `tell ${stated[1] ?? stated[2]} ${MEANT}${stated[3]}` : told).split(/\s+/);
  const [verb = '', object = ''] = words.map((word) => word.toLowerCase().replace(/[,;]$/, ''));
  if (!isVerbOf(verb, isVerb) || words.length > MOST_WORDS || isLeftOpen(verb, object)) return null;
  // `Have you a number` asks.
  if (object === 'you' && !isVerb) return null;
  if (TELLING.has(verb) && !isStated && !isToldWhat(words)) return null;
  const meant = isStated ? { at: words.indexOf(MEANT), thing: 'this' } : pointedAt(words, verb, referent);
  const marked = meant === null ? words : words.with(meant.at, MEANT);
  const whole = withPerson(doer === '' ? marked : ['have', ...doer.split(' '), ...marked], referent);
  if (namesNobody(whole.words)) return null;
  const named = spokenToOwner(whole.words, kind, sides)?.map((word) =>
    word === MEANT
      ? (meant?.thing ?? word)
      : word.startsWith(PERSON)
        ? word.replace(PERSON, whole.person)
        : word,
  );
  if (named === undefined) return null;
  const plain = named
    .join(' ')
    .replace(/[,;]+$/, '')
    .replace(/^(tell|ask) (.{1,40}?) (?:do not|don['’]t) /i, '$1 $2 not to ')
    .replace(new RegExp(`^(\\S+ ${sides.other}), (?=both|the|a|an)\\b`), '$1 ');
  const last = named.at(-1)?.toLowerCase() ?? '';
  const names = new Set(`${sides.owner} ${sides.other}`.toLowerCase().split(/\s+/));
  const content = contentWords(splitWords(named.slice(1).join(' ')).map(({ text }) => text)).filter(
    (word) => !names.has(word),
  );
  const isAfter = prepositions.has(named.at(-2)?.toLowerCase() ?? '') || named.at(-2) === 'of';
  // `A card with the date on it`.
  const isPartOf = / with (?:\S+ ){1,7}[oi]n it$/.test(plain);
  const isMeant = meant !== null && plain.endsWith(meant.thing);
  // `Where Bob can see it`.
  const isInClause = last === 'it' && / (?:where|when|before|after|until|till|once) .* it$/.test(plain);
  const isDangling =
    isMeant || isInClause
      ? false
      : isAfter
        ? last === 'that' || (last === 'it' && !isPartOf)
        : ENDINGS.has(last) || OPEN_VERBS.has(last) || (kind === 'request' && danglingWords.has(last));
  // Both of them are the other side and whoever is with it.
  const pointing = plain
    .replace(meant?.thing ?? '\u0000', 'the paper')
    .replaceAll('both of them', 'everybody')
    .replace('one way or the other', 'in any case')
    .replace(/ if you have not heard from them$/, '');
  if ((content.length === 0 && !isMeant) || isDangling || !standsAlone(pointing, pointing)) return null;
  return capitalized(plain);
}

/** `I'll go the twelve-month` takes it; `get somebody with a budget` leaves open who. */
function isLeftOpen(verb: string, object: string): boolean {
  if (verb === 'go' && determiners.has(object)) return true;
  if (LEFT_OPEN.has(object) && !HANDED.has(verb)) return true;
  const isFilled =
    FILLED.has(object) || (verb === 'come' && timeWords.has(object)) || (verb === 'try' && object === 'you');
  return EMPTY_VERBS.has(verb) && !isFilled;
}

function isVerbOf(verb: string, isSurely: boolean): boolean {
  if (actionVerbs.has(verb)) return true;
  const isGrammar = subjects.has(verb) || prepositions.has(verb) || finiteVerbs.has(verb);
  return (
    isSurely &&
    /^\p{Ll}{3,}$/u.test(verb) &&
    !isGrammar &&
    !/(?:ly|ing|n't)$/.test(verb) &&
    !NO_VERB.has(verb)
  );
}
const NO_VERB = new Set('not never always even still only all both either'.split(' '));

/** `Mose, could you`: somebody else who is named is not the owner. */
function vocativeRemoved(sentence: string, kind: Kind, { owner }: Sides): string | null {
  const vocative = /^((?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'’-]+),\s+/u.exec(sentence);
  if (vocative === null || actionVerbs.has((vocative[1] ?? '').toLowerCase())) return sentence;
  if (kind === 'promise') return sentence;
  return owner.includes((vocative[1] ?? '').split(' ').at(-1) ?? '')
    ? sentence.slice(vocative[0].length)
    : null;
}
