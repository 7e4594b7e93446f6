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
  leads,
  prepositions,
  subordinators,
} from './word-classes.ts';

const LEAST_WORDS = 3;
const MOST_WORDS = 16;
/** What may follow an article or a possessive never starts like this. */
const NEVER_AFTER_ARTICLE = new Set([
  'the',
  'a',
  'an',
  'my',
  'your',
  'to',
  'of',
  'and',
  'or',
  'is',
  'are',
  'i',
  'he',
  'she',
  'it',
  'they',
  'in',
  'on',
  'at',
  'for',
  'with',
  'from',
]);
const TOLD = new Set('to about for whether if what when where how not no'.split(' '));
const SUBJECT_PRONOUNS = new Set(['he', 'she', 'they', 'it', 'there']);

/** Whether a text reads as one finished imperative in the third person's view. What does not is not printed. */
export function isReadable(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS) return false;
  if (/\bwhoever comes$/i.test(text)) return false;
  const verb = words[0] === 'do' && words[1] === 'not' ? words[2] : words[0];
  if (!actionVerbs.has(verb ?? '')) return false;
  if (words.some((word) => isFirstPerson(word) || isSecondPerson(word) || fillers.has(word))) return false;
  const last = words.at(-1) ?? '';
  if (danglingWords.has(last) || subordinators.has(last) || (determiners.has(last) && !isCount(last)))
    return false;
  if (['something', 'anything', 'somebody', 'someone', 'whoever'].includes(last)) return false;
  if (/\b(?:ones?|thing|stuff)$/.test(text)) return false;
  // To tell or to ask somebody leaves open what.
  const says = words.some(
    (word, i) =>
      (i > 1 && TOLD.has(word)) || (i > 3 && finiteVerbs.has(word)) || (i === 3 && word === 'know'),
  );
  if (['tell', 'ask', 'remind', 'warn', 'let'].includes(verb ?? '') && !says) return false;
  if (verb === 'get' && words.length <= 3) return false;
  if (words.length <= 3 && prepositions.has(words[1] ?? '')) return false;
  if (
    ['call', 'ring', 'phone'].includes(verb ?? '') &&
    (articles.has(words[2] ?? '') || isCount(words[1] ?? ''))
  )
    return false;
  if (words[1] === 'what' || (baseOfIng(last) !== null && !opensNoun(words.at(-2) ?? ''))) return false;
  for (let i = 1; i < words.length; i += 1) {
    const [before, here, after] = [words[i - 1] ?? '', words[i] ?? '', words[i + 1] ?? ''];
    if (here === before || (articles.has(before) && NEVER_AFTER_ARTICLE.has(here))) return false;
    const isSubject = SUBJECT_PRONOUNS.has(here) && after !== '';
    if (i > 1 && isSubject && here !== 'it' && !isClauseOpener(before) && !finiteVerbs.has(after))
      return false;
    if (isSubject && after.endsWith('ing')) return false;
    if (
      ['like', 'yeah', 'okay', 'no', 'oh', 'well', 'gonna', 'wanna', 'whatnot'].includes(here) &&
      leads.has(here) &&
      before !== 'no'
    )
      return false;
  }
  return !hasLooseClause(words);
}

function opensNoun(word: string): boolean {
  return determiners.has(word) || prepositions.has(word) || ['before', 'after'].includes(word);
}

function isCount(word: string): boolean {
  return /^(?:one|two|three|four|five|six|seven|eight|nine|ten|both|all|her|that|any)$/.test(word);
}

function isClauseOpener(word: string): boolean {
  return subordinators.has(word) || ['that', 'what', 'who', 'how', 'sure', 'which', 'whether'].includes(word);
}

/** A finite verb needs something before it that opens its clause: an imperative has none of its own. */
function hasLooseClause(words: readonly string[]): boolean {
  return words.some((word, i) => {
    if (
      i < 1 ||
      !['is', 'are', 'was', 'were', 'am', 'will', 'would', 'can', 'could', 'does', 'did'].includes(word)
    )
      return false;
    if (words[0] === 'do' && words[1] === 'not' && i === 1) return false;
    const opened = words.slice(1, i).some((before) => isClauseOpener(before) || baseOfIng(before) === 'know');
    return !opened && !['tell', 'say', 'ask', 'note'].includes(words[0] ?? '');
  });
}
