import { isWellJoined } from './is-well-joined.ts';
import {
  determiners,
  finiteVerbs,
  particles,
  personNouns,
  prepositions,
  subordinators,
  timeWords,
} from './word-classes.ts';

/**
 * Verbs whose objects are known well enough to say in our words what was promised. Of what people promise with others
 * (`put`, `get`, `take`, `make`, `have`), one wording in four reads wrong: that is quoted.
 */
const HANDING = new Set('send email mail text post forward bring'.split(' '));
const CALLING = new Set('call ring phone try'.split(' '));
const TELLING = new Set('tell ask'.split(' '));
/** `have the papers ready`; with another doer, `have the nurse call Jennifer`. */
const READY = new Set('ready handy printed hand'.split(' '));
const NOBODY = new Set('somebody someone anybody anyone'.split(' '));
const AROUND = new Set('nearby close around somewhere there here'.split(' '));
const DONE_BY_OTHERS = new Set('call phone text email send bring ring mail'.split(' '));
/** They stand for something that was not said here. */
const VAGUE = new Set(
  'something anything whatever whichever thing things stuff same some it them that those both there here one ones like on'.split(
    ' ',
  ),
);
/** Another sentence begins at these. */
const RUN_ON = new Set(
  'is its are was will would can should because since and or but so where who which'.split(' '),
);
/** Without marks nobody sees where a sentence ends. */
const MOST_UNMARKED_WORDS = 6;
const MOST_TOLD_WORDS = 8;
const MOST_WORDS = 14;

/** Whether our own wording of an item can be relied on, or its words are better quoted. */
export function isPlain(text: string, isMarked: boolean): boolean {
  const words = text.replaceAll(',', '').split(/\s+/);
  const lower = words.map((word) => word.toLowerCase());
  const [verb = '', ...rest] = lower;
  const isTold = TELLING.has(verb) && rest[1] === 'to';
  const most = isMarked ? MOST_WORDS : isTold ? MOST_TOLD_WORDS : MOST_UNMARKED_WORDS;
  if (words.length > most || !isWellJoined(text)) return false;
  if (verb === 'do')
    return (
      isMarked &&
      /^Do not (?:call|ring|send) (?:\p{Lu}|the )/u.test(text) &&
      !isVague(rest.slice(2)) &&
      !isCutShort(rest.slice(2))
    );
  // `Have somebody call`: whom, about what?
  if (verb === 'have' && NOBODY.has(rest[0] ?? '') && rest.length <= 2) return false;
  if (verb === 'have') return isMarked && isArranged(rest, words[1] ?? '') && !isVague(rest);
  if (/^(?:Call|Ring|Phone) \p{Lu}\p{L}+(?: back)?$/u.test(text)) return true;
  if (isVague(rest)) return false;
  if (isTold) return true;
  if (!isMarked) return HANDING.has(verb) && rest.every((word, i) => isSafe(word, rest[i + 1] ?? ''));
  if (CALLING.has(verb))
    return (
      startsObject(rest) &&
      !rest.some((word) => finiteVerbs.has(word)) &&
      !isNamed(rest) &&
      rest.at(-1) !== 'in'
    );
  if (TELLING.has(verb)) return true;
  return HANDING.has(verb) && startsObject(rest) && !runsOn(rest);
}

function isVague(words: readonly string[]): boolean {
  // Which number was said before, or shows on a display.
  if (/^(?:on|at) the number$/.test(words.slice(-3).join(' '))) return true;
  return words.some((word, i) => {
    // `that morning` points back; `on Friday` and `with it` do not stand alone.
    if (word === 'on') return !timeWords.has(words[i + 1] ?? '') && !determiners.has(words[i + 1] ?? '');
    const [before, next] = [words[i - 1] ?? '', words[i + 1] ?? ''];
    // `the letter that stops the calls`, `both plans`.
    if (word === 'that' && i > 1 && !prepositions.has(before))
      return next === '' || timeWords.has(next) || prepositions.has(next);
    // `both plans` of a link are plain, `text Dale both numbers` is not.
    if (word === 'both') return i < 2 || next === '' || prepositions.has(next);
    return VAGUE.has(word);
  });
}

/** `Do not call Brenda in` (`between`), `Do not call and say high`: more than one thing, or less than a whole one. */
function isCutShort(words: readonly string[]): boolean {
  return words.some((word) => word === 'and' || word === 'or') || particles.has(words.at(-1) ?? '');
}

/** `Have the trench dug`. */
export function isParticiple(word: string): boolean {
  return PARTICIPLE.test(word);
}
const PARTICIPLE =
  /(?:[^eid]ed|dug|cut|built|drawn|written|done|fixed|sorted|made|sent|put|shut|hung|torn|taken)$/;

function isArranged(words: readonly string[], first: string): boolean {
  const [before, last] = [words.at(-2) ?? '', words.at(-1) ?? ''];
  if (words.length > 2 && !determiners.has(before) && isParticiple(last)) return true;
  const ready = words.findIndex((word) => READY.has(word));
  // A person is not a thing to have ready: `have him honk`.
  if (ready >= 0 && /^\p{Lu}\p{L}*$/u.test(first)) return false;
  // `ready to put the mileage in` and `nearby ready` are not what is said of papers.
  if (ready >= 0)
    return !AROUND.has(words[ready - 1] ?? '') && words.slice(ready + 1).every((word) => timeWords.has(word));
  return words.slice(1, 4).some((word) => DONE_BY_OTHERS.has(word));
}

/** Without marks only a time may follow what is sent: `by Friday`. */
function isSafe(word: string, next: string): boolean {
  return !RUN_ON.has(word) && (!prepositions.has(word) || timeWords.has(next));
}

/** `Call the guy sir` gives somebody a name. */
function isNamed(words: readonly string[]): boolean {
  const person = words.findIndex((word) => personNouns.has(word));
  const next = words[person + 1] ?? '';
  const isFree = next === '' || timeWords.has(next) || prepositions.has(next) || particles.has(next);
  return person >= 0 && !isFree && !subordinators.has(next) && next !== 'and' && !next.endsWith('ly');
}

/** `Email, with the number` lacks what is emailed. */
function startsObject([first = '']: readonly string[]): boolean {
  return first !== '' && !prepositions.has(first) && !particles.has(first);
}

function runsOn(words: readonly string[]): boolean {
  return words.some((word, i) => {
    if (word === 'and' || word === 'or')
      return words.slice(i + 1).some((next) => finiteVerbs.has(next) && next !== 'have');
    return RUN_ON.has(word) && word !== 'and' && word !== 'or';
  });
}
