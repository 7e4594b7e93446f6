import { beforeQuestion, beforeRestarts, questionsAnywhere, questionsAtStart, restarts } from './english.ts';

const ASKING = /^(what|how|when|where|who|why|which)$/;
/** `What kind of roof do you have`: so far before the verb its question may begin. */
const ASKING_WITHIN = 5;
/** In more words a question is mostly over before the sentence is. */
const QUESTION_WORDS = 12;

/**
 * Where the question begins that ends with the last of these words; null where none surely does. Of the labelled calls
 * of the coach, stripped of their marks, 94 of 100 found so are questions, and 55 of 100 questions are found.
 * @param isName whether a word is the name of one of those who speak
 */
export function findQuestion(said: readonly string[], isName: (word: string) => boolean): number | null {
  const isLead = (at: number) => beforeQuestion.has(said[at] ?? '') || isName(said[at] ?? '');
  let first = 0;
  while (first < said.length - 1 && isLead(first)) first += 1;
  const opener = said.findLastIndex((_, at) => opensQuestion(said, at, at <= first || isLead(at - 1)));
  if (opener === -1 || said.slice(opener + 2).some((_, index) => restartsAt(said, opener + 2 + index)))
    return null;
  const from = said.findIndex((word, at) => at >= opener - ASKING_WITHIN && at < opener && ASKING.test(word));
  const start = from === -1 ? opener : from;
  return said.length - start <= QUESTION_WORDS ? start : null;
}

/** Whether a question surely begins here, if a sentence does. */
export function opensQuestion(said: readonly string[], at: number, isStart: boolean): boolean {
  if (at > said.length - 2) return false;
  const [one = '', two = ''] = [said[at], said[at + 1]];
  const both = `${one} ${two}`;
  return [both, one].some(
    (words) => questionsAnywhere.has(words) || (isStart && questionsAtStart.has(words)),
  );
}

/** `Are you married no you said`: another sentence goes on. */
function restartsAt(said: readonly string[], at: number): boolean {
  return restarts.has(said[at] ?? '') && !beforeRestarts.has(said[at - 1] ?? '');
}
