import type { SpokenWord } from './spoken-words.ts';
import { determiners, isFirstPerson, isSecondPerson } from './word-classes.ts';

const CALLS = new Set(['call', 'ring', 'shout', 'bell', 'buzz', 'callback', 'tinkle']);
const MESSAGES = new Set(['text', 'email', 'message', 'line', 'link', 'invite', 'note', 'pdf', 'copy']);
const THIRD_OBJECTS = new Set(['him', 'her', 'them']);
const EMPTY = new Set('myself yourself please just somehow personally definitely'.split(' '));
const POSSESSIVE = new Set(['my', 'your']);
const SIDES = new Set(['me', 'us', 'you']);

/** A word put in by the code, standing where another stood. */
export function word(text: string, like?: SpokenWord): SpokenWord {
  const { pause = '', at = 0, end = 0 } = like ?? {};
  return { text: text.toLowerCase(), written: text, glue: ' ', pause, at, end };
}

/** What people say with more words than it needs, said with the verb it means. */
export function plainWording(words: readonly SpokenWord[]): SpokenWord[] {
  return withoutFavours(openedGive([...words]));
}

/** `give you a call` is calling, `shoot you an email` is sending one. */
function openedGive(words: SpokenWord[]): SpokenWord[] {
  const [verb = '', object = '', article = '', noun = ''] = words.map(({ text }) => text);
  if (verb === 'send' && object === 'to' && article === 'you') return [word('send'), ...words.slice(2)];
  const isSent = verb === 'shoot' || verb === 'fire';
  const isObject = isFirstPerson(object) || isSecondPerson(object) || THIRD_OBJECTS.has(object);
  if (verb === 'give' && isObject && (CALLS.has(noun) || CALLS.has(article))) {
    return [word('call'), ...words.slice(1, 2), ...words.slice(CALLS.has(noun) ? 4 : 3)];
  }
  const isMessage = isObject && words.slice(2, 6).some(({ text }) => MESSAGES.has(text));
  const mayBeSent = isSent || (['drop', 'pop', 'get'].includes(verb) && isMessage);
  return mayBeSent ? [word('send'), ...words.slice(1)] : words;
}

/** `do me a favor and look` is looking; `for me` and `when you get a chance` add nothing. */
function withoutFavours(words: SpokenWord[]): SpokenWord[] {
  const text = (i: number): string => kept[i]?.text ?? '';
  let kept = words;
  if (text(0) === 'do' && /^favou?r$/.test(text(3))) kept = kept.slice(text(4) === 'and' ? 5 : 4);
  const front = kept.findIndex(
    (one, i) => one.text === 'in' && text(i + 1) === 'front' && SIDES.has(text(i + 3)),
  );
  if (front > 1) kept = [...kept.slice(0, front), word('at'), word('hand')];
  kept = kept.filter(
    (one, i) =>
      !(
        one.text === 'both' &&
        text(i - 1) === 'you' &&
        (determiners.has(text(i + 1)) || ['at', 'on', 'then'].includes(text(i + 1)))
      ),
  );
  kept = kept.map((one) => (one.text === 'here' && text(0) === 'have' ? word('there') : one));
  // `have the letter in your hand`.
  kept = kept.filter(
    (one, i) => !(POSSESSIVE.has(one.text) && text(i - 1) === 'in' && text(i + 1) === 'hand'),
  );
  const benefit = kept.findIndex((one, i) => one.text === 'for' && i > 1 && SIDES.has(text(i + 1)));
  if (benefit > 2 || (benefit > 1 && text(1) !== 'it')) {
    kept = [...kept.slice(0, benefit), ...kept.slice(benefit + 2)];
  }
  const leisure = kept.findIndex(
    (one, i) => i > 1 && isLeisure(one.text, text(i + 1), text(i + 2), text(i + 3)),
  );
  if (leisure > 1) kept = kept.slice(0, leisure);
  return kept.filter((one) => !EMPTY.has(one.text));
}

/** `at your earliest convenience`, `when you can`, `by then`. */
function isLeisure(here: string, next: string, after: string, last: string): boolean {
  if (here === 'at') return after === 'convenience' || last === 'convenience';
  if (here === 'when') return next === 'you' && ['get', 'can', 'have'].includes(after);
  return here === 'by' && next === 'then';
}
