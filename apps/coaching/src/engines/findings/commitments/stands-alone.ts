import { type RawWord, splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import {
  determiners,
  finiteVerbs,
  personNouns,
  prepositions,
  subjects,
  things,
  timeWords,
} from './word-classes.ts';

/** The words, with an empty one at each mark: `I can do that. First` speaks of no first. */
function wordsOf(said: string): RawWord[] {
  const words = splitWords(said);
  return words.flatMap((word, i) => {
    const next = words[i + 1];
    const isMarked = next !== undefined && /[.?!;:]\s/.test(said.slice(word.end, next.start));
    return isMarked ? [word, { text: '', start: word.end, end: word.end }] : [word];
  });
}

/** What a word that points elsewhere may stand for. */
type Meant = 'thing' | 'things' | 'person' | 'any' | 'place';

const SINGLE = new Set('it'.split(' '));
const PERSONS = new Set('him her he she'.split(' '));
const ANY = new Set('them'.split(' '));
const OWNED = new Set('hers theirs'.split(' '));
/** With a noun after them they name it: `that calendar`, `one page`. */
const NAMING = new Set('that this one'.split(' '));
const NAMING_MORE = new Set('those these ones'.split(' '));
/** `Text her that tonight`, `set that aside`: with these after them they name nothing. */
const ADVERBS = new Set(
  'today tonight tomorrow monday tuesday wednesday thursday friday saturday sunday aside apart back over out up'.split(
    ' ',
  ),
);
/** `the two`, `the other`, with no noun after. */
const REST = new Set('two three four five other others rest same'.split(' '));
/** `it'll be under Grubb`, `there's a form`: nothing is pointed at. */
const ARTICLES = new Set('this the a an my your our his her their'.split(' '));
const COUNTS = new Set('two three four five'.split(' '));
const EMPTY_SUBJECT = new Set('is are was were will would has have had'.split(' '));
const OPEN = new Set('somewhere something somebody someone'.split(' '));
const TOLD = new Set(['tell', 'ask']);
/** `It's in the bureau` names no bureau to be brought. */
const PLACE = new Set('in at from under by'.split(' '));
const REACH = 3;
const WHERE = new Set('over under into onto behind around'.split(' '));
/** `the chiropodist`, `my electrician`. */
const PROFESSION = /^\p{L}{4,}(?:ist|ician)$/u;

/**
 * Whether what is to be done is understood from a quotation alone, or with the line that is quoted beside it: whatever
 * it points at with `it`, `him` or `that one` was named before.
 */
export function standsAlone(said: string, clause: string, line = ''): boolean {
  const words = wordsOf(said);
  const from = Math.max(0, said.indexOf(clause));
  const until = from + clause.length;
  const texts = words.map(({ text }) => text);
  const known = line === '' ? [] : namesBeside(line);
  return words.every(({ start, end }, at) => {
    if (end > until) return true;
    const meant = start >= from ? pointsAt(texts, at, start === from, line !== '') : pointsBack(texts, at);
    if (meant === null) return true;
    // `the number ready for him`, and with a line that says of what, `a note on it`.
    // `A sheet over it`: where something goes is what is to be done.
    const mayBeLeft = meant === 'person' || (line !== '' && !WHERE.has(texts[at - 1] ?? ''));
    const isInside = prepositions.has(texts[at - 1] ?? '') && isNoun(texts, at - 2);
    if (mayBeLeft && isInside) return true;
    // `a picture of it` is no picture of a picture.
    const named = isInside ? said.slice(0, words[Math.max(0, at - REACH)]?.start) : said.slice(0, end);
    return [...known, ...namesIn(named)].some((name) => fits(name, meant));
  });
}

function fits(name: Meant, meant: Meant): boolean {
  if (meant === 'place') return true;
  if (meant === 'any') return name !== 'thing';
  return meant === 'things' ? name === 'things' : name === meant;
}

function pointsAt(texts: readonly string[], at: number, isFirst = false, isBeside = false): Meant | null {
  const [before = '', text = '', next = ''] = [texts[at - 1], texts[at], texts[at + 1]];
  // `put the two side by side`.
  const isAdverb = next !== '' && next === texts[at + 3];
  const isNamed =
    contentWords([next]).length > 0 && !prepositions.has(next) && !isAdverb && !ADVERBS.has(next);
  if (next === 'in' && texts[at + 2] === 'writing') return null;
  if (text === 'it' && EMPTY_SUBJECT.has(next)) return null;
  // `when she's on her way` says when, whoever she is; `She'll ring you` says nobody.
  if (['he', 'she', 'they'].includes(text)) return !isFirst ? null : text === 'they' ? 'any' : 'person';
  // Whom the other side is to tell something it knows itself; beside a line, which has to name them.
  if (!isBeside && TOLD.has(before) && at <= 2) return null;
  // `her name` says whose no more than `her` does, but the name is told by whoever comes.
  if (PERSONS.has(text)) return text === 'her' && (isNamed || next === 'way') ? null : 'person';
  // `I'll find somewhere`, `wear something you like`: for what?
  if (SINGLE.has(text) || (OPEN.has(text) && (next === '' || subjects.has(next)))) return 'thing';
  if (ANY.has(text)) return 'any';
  if (text === 'there') return EMPTY_SUBJECT.has(next) ? null : 'place';
  if (OWNED.has(text)) return 'things';
  if (before === 'the' && REST.has(text) && !isNamed && next !== 'of' && !timeWords.has(next))
    return 'things';
  // `Email you that this afternoon`, `those two on the first page`: neither says what.
  const isBare =
    text === 'that' ? ARTICLES.has(next) : COUNTS.has(next) && prepositions.has(texts[at + 2] ?? '');
  const isCounted = isNamed || /^\d/.test(next) || (determiners.has(next) && !isBare) || next === 'of';
  if (text === 'one' && isOneOfThem(texts, at)) return 'thing';
  // `A year's worth` of what?
  if (text === 'worth' && before === "'s") return next === 'of' ? null : 'things';
  if (NAMING.has(text)) return isCounted ? null : 'thing';
  // `To Thuy and to Mai both`.
  if (text === 'both') return isCounted || texts.slice(0, at).includes('and') ? null : 'things';
  return NAMING_MORE.has(text) && !isCounted ? 'things' : null;
}

/** `the Frankfurt one is short`, `first one will go out`: with a noun before or a verb behind it counts nothing. */
function isOneOfThem(texts: readonly string[], at: number): boolean {
  const [determiner = '', before = '', next = ''] = [texts[at - 2], texts[at - 1], texts[at + 1]];
  const isDescribed = ['the', 'that', 'this', 'my', 'your'].includes(determiner) && !determiners.has(before);
  return isDescribed || finiteVerbs.has(next);
}

/** Before what is to be done only objects matter: `That's fine` and `it's late` point at nothing that is needed. */
function pointsBack(texts: readonly string[], at: number): Meant | null {
  const text = texts[at] ?? '';
  const isObject =
    ['them', 'him', 'worth'].includes(text) || (text === 'it' && !EMPTY_SUBJECT.has(texts[at + 1] ?? ''));
  return isObject && at > 0 ? pointsAt(texts, at) : null;
}

/** Beside a line that speaks of somebody, `him` is whoever that is; what comes after `that` is not what `it` means. */
function namesBeside(line: string): Meant[] {
  const texts = wordsOf(line).map(({ text }) => text);
  const isOpen = texts.some(
    (text, i) => ['that', 'this'].includes(text) && pointsAt(texts, i) !== null && i < 3,
  );
  const names = namesIn(line).filter((name) => !isOpen || name === 'person');
  if (texts.includes('they')) names.push('any');
  return texts.some((text) => PERSONS.has(text)) ? [...names, 'person'] : names;
}

/** What a line names: `the number` a thing, `your last two statements` things, `my sister` and `Tomás` persons. */
function namesIn(line: string): Meant[] {
  const words = wordsOf(line);
  const texts = words.map(({ text }) => text);
  return words.flatMap(({ text, start, end }, i): Meant[] => {
    const isDetermined = isAfterDeterminer(texts, i);
    if (personNouns.has(text) || PROFESSION.test(text)) return isDetermined ? ['person', 'any'] : [];
    if (pointsAt(texts, i) !== null || contentWords([text]).length === 0 || timeWords.has(text)) return [];
    const isProper =
      i > 0 &&
      !determiners.has(texts[i - 1] ?? '') &&
      /^\p{Lu}\p{Ll}/u.test(line.slice(start, end)) &&
      !/[.?!]\s+$/.test(line.slice(0, start));
    const names: Meant[] = isProper ? ['person', 'any'] : [];
    if ((!isDetermined && !things.has(text)) || isDoing(texts, i)) return names;
    const isPlural = /[^s]s$/.test(text) || isListed(texts, i);
    return [...names, ...(isPlural ? (['things', 'any'] as const) : (['thing'] as const))];
  });
}

/** `have the yard boy move it`: neither whoever is to do it nor what they do is a thing that `it` could be; nor is `the yellow one` a yellow. */
function isDoing(texts: readonly string[], at: number): boolean {
  const verb = texts.findIndex((text, i) => i > at && OBJECTS.has(text)) - 1;
  if (verb === at || texts[at + 1] === 'one') return true;
  const cause = texts.findLastIndex((text, i) => i < at && CAUSES.has(text));
  return cause >= 0 && verb > at && verb - cause <= MOST_DOERS && determiners.has(texts[cause + 1] ?? '');
}

const OBJECTS = new Set(['it', 'them', 'him', 'that']);
const CAUSES = new Set('have let make get ask tell help'.split(' '));
const MOST_DOERS = 5;

/** `the price and the chairs` are two. */
function isListed(texts: readonly string[], at: number): boolean {
  const next = texts[at + 2] ?? '';
  // `the whiteboard and text it to me` goes on with what is to be done.
  const isDetermined = determiners.has(next) && texts[at + 3] !== undefined;
  const isThing = isDetermined || things.has(next) || /[^s]s$/.test(next);
  return texts[at + 1] === 'and' && isThing;
}

function isNoun(texts: readonly string[], at: number): boolean {
  return contentWords([texts[at] ?? '']).length > 0 && isAfterDeterminer(texts, at);
}

/** `the number`, `your last two statements`; `her sister, I guess` names no guess. */
function isAfterDeterminer(texts: readonly string[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - REACH); i -= 1) {
    const text = texts[i] ?? '';
    if (determiners.has(text) && pointsAt(texts, i) === null) return !PLACE.has(texts[i - 1] ?? '');
    if (text === '' || text === 'and' || subjects.has(text) || finiteVerbs.has(text)) return false;
  }
  return false;
}
