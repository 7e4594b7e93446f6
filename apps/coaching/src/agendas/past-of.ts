import { capitalized } from '../facts/wording.ts';

/**
 * What was to be done, as the rubrics and the advice call it when it is missing, in the words that follow `You` when it was done.
 * A test holds this list against both.
 */
const pasts: Readonly<Record<string, string>> = {
  'your name': 'gave your name',
  'your name when it is asked for': 'gave your name when you were asked',
  'your company': 'named your company',
  'why you are calling': 'said why you were calling',
  'what you are coming back to': 'said what you were coming back to',
  'asking whether it is a good moment to talk': 'asked whether it was a good moment to talk',
  'more open questions': 'asked an open question',
  'taking up what the contact said about the need': 'took up what the contact said about the need',
  'taking up the need': 'took up the need',
  'a question before the presentation': 'asked a question before the presentation',
  'a shorter presentation': 'kept the presentation short',
  'more signs that you heard what the contact said': 'showed that you heard what the contact said',
  'repeating what was said to check it': 'repeated what was said to check it',
  'waiting until the contact has finished': 'waited until the contact had finished',
  "answers to the contact's questions": "answered the contact's questions",
  'a figure when it came to the price': 'named a figure or a range',
  'a figure or a range when asked for the price': 'named a figure or a range',
  'a sign that you understood the objection': 'showed that you understood the objection',
  'a question about what is behind the objection': 'asked what was behind the objection',
  'an answer to the objection': 'answered the objection',
  'taking up the objection': 'took up the objection',
  'bringing in the other person who decides': 'brought in the other person who decides',
  'a proposal for the next step': 'proposed a next step',
  'a proposal to meet': 'proposed to meet',
  'a firm next step': 'agreed on a firm next step',
  'agreeing on what comes next': 'agreed on what comes next',
  'agreeing on what happens now': 'agreed on what would happen',
  'a yes to it': 'got a yes to it',
  'a fixed day and hour': 'fixed a day and an hour',
  'when it is to be': 'fixed when it was to be',
  'by when it is decided': 'fixed by when it would be decided',
  'repeating the time that was agreed': 'repeated the time that was agreed',
  'naming the terms before the yes': 'named the terms before the yes',
  'a call without pushing, frightening or belittling':
    'led the call without pushing, frightening or belittling',
  'leaving the decision to the contact': 'left the decision to the contact',
  'staying with the matter': 'stayed with the matter',
  'taking a no for a no': 'took a no for a no',
  'letting go after a no': 'let go after a no',
  'a polite end': 'ended politely',
};

/** What was to be done, as far as the rubric that judged the calls says it. */
export interface Thing {
  /** What it is called when it is missing. */
  readonly phrase: string | undefined;
  /** What the rubric says when it was heard, after `You`. */
  readonly did: string | undefined;
}

/** `You asked a question before the presentation`, and of what a team calls by a name of its own, what its rubric says or that name. */
export function saysDone({ phrase = '', did }: Thing): string {
  const past = pasts[phrase] ?? did;
  return past === undefined ? `“${capitalized(phrase)}” was heard` : `You ${past}`;
}

/** `A polite end was`, `More open questions were`, `“Why you are calling” was`, before `missing`. */
export function saysMissing({ phrase }: Thing): string {
  if (phrase === undefined) return 'It was';
  const name = capitalized(phrase);
  if (/^(?:why|what|when|by when|how|who)\b/i.test(phrase)) return `“${name}” was`;
  return `${name} ${/^(?:more|answers)\b/i.test(phrase) ? 'were' : 'was'}`;
}
