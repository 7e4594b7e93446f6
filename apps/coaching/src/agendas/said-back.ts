import { BETWEEN_SENTENCES } from '../engines/findings/said.ts';
import { lineFor } from '../facts/lines-to-say.ts';

const ASKS = 'What worries you most about that?';
const WORRIES: readonly string[] = [lineFor('acknowledged_objections'), lineFor('explored_objections')];

const BEGINS = /^(?:I|We|My|Our)\b/;
/** Says what the contact makes of something and not how it is. */
const MEANS =
  /^(?:I|We)(?:['’]m| am| do| don['’]t| just)? (?:not sure|sure|afraid|sorry|think|guess|mean|know|suppose|hope|see|understand|hear|wonder|swear|agree)\b/i;
/** Somebody who cannot be seen from the sentence alone, or who would be another one when it is turned. */
const OTHERS =
  /\b(?:you|your|yours|yourself|y['’]all|he|she|him|her|his|they|them|their|let['’]s|ourselves|ain['’]t|and I|god|goodness|(?:both|all|one|some|none|two) of us|we (?:all|both|was))\b|[“”"…?!:;–—]/i;
const LEAST = 5;
const MOST = 14;

const TURNED: Readonly<Record<string, string>> = {
  ...{ i: 'you', we: 'you', me: 'you', us: 'you', my: 'your', our: 'your', mine: 'yours', ours: 'yours' },
  ...{ myself: 'yourself' },
};
const AFTER_I: Readonly<Record<string, string>> = { am: 'are', was: 'were', "wasn't": "weren't" };

/**
 * The line that takes up an objection, with the contact's own sentence said back: `So you still owe on the parking lot. What worries
 * you most about that?` The line as it is for anybody where no sentence can surely be turned, or where it says something else.
 */
export function withSaidBack(line: string, words: string): string {
  if (!WORRIES.includes(line)) return line;
  const plain = words.split(BETWEEN_SENTENCES).find(isPlain);
  return plain === undefined ? line : `So ${turned(plain)}. ${ASKS}`;
}

/** Without words of the call, for when these are gone. */
export function withoutSaidBack(line: string): string {
  return line.startsWith('So ') && line.endsWith(ASKS) ? lineFor('acknowledged_objections') : line;
}

function isPlain(sentence: string): boolean {
  const count = sentence.trim().split(/\s+/).length;
  return (
    BEGINS.test(sentence) &&
    !MEANS.test(sentence) &&
    !OTHERS.test(sentence) &&
    count >= LEAST &&
    count <= MOST
  );
}

function turned(sentence: string): string {
  return sentence
    .trim()
    .replace(/[.,]$/, '')
    .replaceAll('’', "'")
    .replaceAll(/\bI (am|was|wasn't)\b/g, (_, verb: string) => `you ${AFTER_I[verb]}`)
    .replaceAll(/\bI'm\b/g, "you're")
    .replaceAll(/\b(?:i|we|me|us|my|our|mine|ours|myself)\b/gi, (word) => TURNED[word.toLowerCase()] ?? word);
}
