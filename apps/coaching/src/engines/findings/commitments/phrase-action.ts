import { capitalized } from '../capitalized.ts';
import type { Action } from './find-actions.ts';
import { isParticiple } from './is-plain.ts';
import { plainWording, word } from './plain-wording.ts';
import { replacePronouns, type Setting } from './replace-pronouns.ts';
import { joined, type SpokenWord } from './spoken-words.ts';
import { actionVerbs, determiners, personNouns, prepositions, timeWords } from './word-classes.ts';

const READY = new Set('ready out handy printed prepared available here there done over'.split(' '));
const CALLING = new Set(['call', 'ring', 'phone']);

/** `send you the quote`, promised to Maureen → `Send Maureen the quote`. Null where a word stands for nothing known. */
export function phraseAction(action: Action, setting: Setting): string | null {
  // Whoever is spoken of as coming: `he'll call you on the way`.
  const isComing = setting.visitor !== null && ['he', 'she', 'they'].includes(action.doer[0]?.text ?? '');
  const doer = isComing ? [word(setting.visitor as string)] : replacePronouns(action.doer, setting);
  const words = replacePronouns(plainWording(action.words), setting, action.doer.length > 0);
  if (words === null || doer === null) return null;
  // `call me, Danielle` without its comma.
  if (words.length > 2 && words.at(-1)?.text === setting.owner.toLowerCase()) words.pop();
  const [verb, object] = words;
  // `Call Ben back` is not Ben's task.
  if (action.doer.length === 0 && object?.written === setting.owner) return null;
  // `He'll do twenty-three` is what happens, not what is to be done.
  if (verb === undefined || (action.doer.length > 0 && verb.text === 'do')) return null;
  if (!action.isNegated) {
    if (verb.text === 'have' && isThingAlone(words)) words.push(word('ready'));
    const isCall = CALLING.has(verb.text) && words.length === 2 && object?.written === setting.other;
    if (isCall) words.push(word('back'));
    // `I'll call at seven`: the other side, when nobody else is named.
    const isUnaddressed =
      CALLING.has(verb.text) && (object?.text === 'at' || object?.text === 'on' || isTime(object));
    if (isUnaddressed) words.splice(1, 0, word(setting.other));
  }
  if (isSentAsTheirs(words, setting)) words.splice(1, 1, word(setting.other), word('the'));
  // Whoever rings a bell has come.
  if (CALLING.has(verb.text) && words.at(-1)?.text === 'bell') words.push(word('on'), word('arrival'));
  if (action.doer.length > 0) words.unshift(word('have'), ...doer);
  if (action.isNegated) words.unshift(word('do'), word('not'));
  return capitalized(joined(words.map(withComma)));
}

const SENDING = new Set(['send', 'email', 'mail', 'text', 'post', 'forward']);
const HELD = new Set(['name', 'number', 'cell', 'mobile', 'email', 'address', 'phone']);

/** `email your contract` goes to whose contract it is, who is else only named as the owner. */
function isSentAsTheirs(words: readonly SpokenWord[], { other, isOwnPromise }: Setting): boolean {
  const [verb, whose, what, next] = words.map(({ written, text }) => ({ written, text }));
  const isTheirs = SENDING.has(verb?.text ?? '') && whose?.written === `${other}'s` && what !== undefined;
  const isSomebody = [what, next].some(
    (one) => personNouns.has(one?.text ?? '') || HELD.has(one?.text ?? ''),
  );
  return isOwnPromise && isTheirs && !isSomebody && !words.some(({ text }) => text === 'to');
}

function isTime(word: SpokenWord | undefined): boolean {
  return word !== undefined && timeWords.has(word.text);
}

/** `have the checkbook` lacks what is to be with it. */
function isThingAlone(words: readonly SpokenWord[]): boolean {
  const [, ...rest] = words;
  // `Have the trench dug` says what is to be with it.
  const [before, last] = [rest.at(-2)?.text ?? '', rest.at(-1)?.text ?? ''];
  if (!determiners.has(before) && isParticiple(last)) return false;
  return !rest.some(({ text }) => READY.has(text) || actionVerbs.has(text) || prepositions.has(text));
}

function withComma({ written, glue, pause }: SpokenWord, i: number): { written: string; glue: string } {
  return { written, glue: i > 0 && pause === 'short' ? ', ' : glue };
}
