import { splitWords } from '../../conversation/split-words.ts';
import { danglingWords } from '../commitments/word-classes.ts';

/** `Ring ten o'clock`: whom? */
const CALL_WITHOUT_WHOM =
  /^(?:Call|Ring|Phone|Message|Text|Email|Tell|Ask)(?: back)? (?:on|at|for|by|after|before|tomorrow|tonight|today|later|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|him|her|them)\b/i;
/** Whose? The speaker's own is somebody else's to who reads. */
const KIN = /\b(?:Dad|Daddy|Papa|Mom|Mum|Mam|Mama|Mommy|Mummy|Grandma|Grandpa|Nan|Nana)\b(?!['’])/;
const VAGUE =
  /\b(?:something|somethin|anything|stuff|things?|whatever|whoever|there|here|gimme|lemme|that (?:day|morning|afternoon|evening|night|week))\b/i;
const COUNT = new Set('one ones two three four five six both other others rest same'.split(' '));
const PERSONS = new Set('him her he she'.split(' '));
const POINTING = new Set('that this those these'.split(' '));

/** `Tell Doyle when he comes`: what? */
const TOLD_NOTHING =
  /^(?:Tell|Ask|Remind|Let) \p{Lu}\p{L}+(?:$| (?:when|once|before|after|on|at|tonight|tomorrow|today|later|first)\b)/u;
/** `The worst you have got`: said to whom? */
const SPOKEN_TO = /\byou\b/i;

/** Whether an item reads in a summary, where nobody sees the line that it is from. */
export function isTellable(text: string): boolean {
  if (
    /^Do (?!not\b)|^Have \p{Lu}/u.test(text) ||
    CALL_WITHOUT_WHOM.test(text) ||
    KIN.test(text) ||
    VAGUE.test(text)
  )
    return false;
  if (TOLD_NOTHING.test(text) || SPOKEN_TO.test(text)) return false;
  const words = splitWords(text).map(({ text: word }) => word);
  const last = words.at(-1) ?? '';
  if (danglingWords.has(last) || COUNT.has(last) || POINTING.has(last)) return false;
  const [, ...names] = text.split(/\s+/);
  return words.every((word, at) => {
    const before = words.slice(1, at);
    // `print the sheet and have it along` names it before.
    if (word === 'it') return before.length >= 2;
    if (word === 'them' || word === 'they') return before.some((one) => /[^s]s$/.test(one) || one === 'and');
    if (PERSONS.has(word)) return names.slice(0, at).some((name) => /^\p{Lu}\p{Ll}/u.test(name));
    // `a card, the two` of what is counted elsewhere.
    return !(COUNT.has(word) && new RegExp(`\\b${word}[,;]`, 'i').test(text));
  });
}
