import {
  actionVerbs,
  articles,
  baseOfIng,
  danglingWords,
  determiners,
  fillers,
  finiteVerbs,
  isFirstPerson,
  isSecondPerson,
  prepositions,
  subordinators,
} from './word-classes.ts';

const LEAST_WORDS = 3;
const MOST_WORDS = 16;
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const NEVER_AFTER_ARTICLE = setOf(
  'the a an my your to of and or is are i he she it they in on at for with from',
);
const SUBJECT_PRONOUNS = setOf('he she they it there');
const CLAUSE_OPENERS = setOf('that what who whoever how sure which whether whatever');
const TELLING = setOf('tell ask remind warn let');
/** What somebody is told begins with one of these, or has a verb of its own. */
const TOLD = setOf('to about for whether if what when where how not no');
const CALLING = setOf('call ring phone');
const HANDING = setOf('send email mail text post forward bring give');
const SPOKEN = setOf('yeah okay oh well gonna wanna whatnot');
const OPEN_ENDS = setOf('something anything somebody someone whoever one ones thing stuff');
/** Never the base form of a verb, so never without a subject. */
const LOOSE_VERBS = setOf(
  'is are was were am will would can could does did got goes went came comes has had said knows thinks means looks sounds works takes took gets starts',
);

/** Whether a text reads as one finished imperative in the third person's view. What does not is not printed. */
export function isReadable(text: string): boolean {
  const all = text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[\s,]+/);
  const words = all.filter((word) => word !== '');
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS) return false;
  if (lacksObject(text)) return false;
  const verbAt = words[0] === 'do' && words[1] === 'not' ? 2 : 0;
  if (!actionVerbs.has(words[verbAt] ?? '')) return false;
  if (
    words.some(
      (word) => isFirstPerson(word) || (isSecondPerson(word) && word !== 'your') || fillers.has(word),
    )
  )
    return false;
  const isSmooth = words.every((_, i) => i === 0 || follows(words, i));
  return isSmooth && isFinished(words) && saysEnough(words, verbAt) && !hasLooseClause(words, verbAt);
}

/** `The advance I'll get transferred`, `the figures I'll bring, for two companies`: what it is done with was said before. */
export function lacksObject(text: string): boolean {
  return /^(?:get|have) \p{L}+ed\b|^\p{L}+, /iu.test(text);
}

/** Whether a word can follow the one before it. */
function follows(words: readonly string[], i: number): boolean {
  const [before = '', here = '', after = ''] = words.slice(i - 1, i + 2);
  if (here === before || SPOKEN.has(here) || (articles.has(before) && NEVER_AFTER_ARTICLE.has(here)))
    return false;
  const isSubject = SUBJECT_PRONOUNS.has(here) && after !== '';
  if (isSubject && after.endsWith('ing')) return false;
  const isOpened = subordinators.has(before) || CLAUSE_OPENERS.has(before);
  return i === 1 || !isSubject || here === 'it' || isOpened || finiteVerbs.has(after);
}

function isFinished(words: readonly string[]): boolean {
  const [before = '', last = ''] = words.slice(-2);
  if (OPEN_ENDS.has(last) || words.slice(-2).join(' ') === 'whoever comes') return false;
  // `two days before` needs nothing after it.
  const isSpan = last === 'before' && /^(?:day|week|hour|minute|month)s?$/.test(before);
  const isDangling = danglingWords.has(last) || subordinators.has(last);
  if ((isDangling && !isSpan) || (determiners.has(last) && !isCount(last))) return false;
  const isVerbLeft = baseOfIng(last) !== null && !determiners.has(before) && !prepositions.has(before);
  return !isVerbLeft || before === 'before' || before === 'after';
}

/** Some verbs leave open what is meant: `get Walt`, `tell the manager`, `make a note`. */
function saysEnough(words: readonly string[], verbAt: number): boolean {
  const verb = words[verbAt] ?? '';
  const [first = '', second = ''] = words.slice(verbAt + 1);
  if (TELLING.has(verb)) {
    const isTold = (word: string, i: number): boolean =>
      (i > 1 && TOLD.has(word)) || (i > 3 && finiteVerbs.has(word)) || (i === 3 && word === 'know');
    return words.some(isTold);
  }
  if (words.length <= 3 && (verb === 'get' || verb === 'make' || prepositions.has(first))) return false;
  if (verb === 'do') return false;
  if (CALLING.has(verb) && (second === 'a' || second === 'an' || first === 'some' || isCount(first)))
    return false;
  // `Bring Ron what the Hendersons got`; `what to bring` is plain.
  if (first === 'what') return false;
  return second !== 'what' || !HANDING.has(verb) || words[verbAt + 3] === 'to';
}

/** A finite verb needs something before it that opens its clause, and what opens a clause needs its verb. */
function hasLooseClause(words: readonly string[], verbAt: number): boolean {
  if (['tell', 'say', 'ask', 'note'].includes(words[verbAt] ?? '')) return false;
  const opener = words.findIndex(
    (word, i) => i > verbAt && (CLAUSE_OPENERS.has(word) || subordinators.has(word)),
  );
  const isLoose = (word: string, i: number): boolean =>
    i > verbAt && LOOSE_VERBS.has(word) && (opener < 0 || i < opener);
  if (words.some(isLoose)) return true;
  const isQuestion = ['what', 'who', 'whether'].includes(words[opener] ?? '');
  return (
    isQuestion && !words.slice(opener + 1).some((word) => finiteVerbs.has(word) || /(?:ed|s)$/.test(word))
  );
}

function isCount(word: string): boolean {
  return /^(?:one|two|three|four|five|six|seven|eight|nine|ten|both|all|her|that|any)$/.test(word);
}
