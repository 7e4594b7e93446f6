import { articles, determiners, finiteVerbs, particles, prepositions, timeWords } from './word-classes.ts';

/** A sentence was cut at the full stop of these. */
const ABBREVIATIONS = new Set('st dr mr mrs ms mt ft ave rd jr sr'.split(' '));
const JOINING = new Set('and or to of if when as than until before after ready'.split(' '));
const NUMBER = /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon)$/;
/** `the first time`, `a day before`: a time that needs no word before it. */
const SPAN = /^(?:(?:first|next|last|same) |\S+ (?:before|earlier|ahead|later)\b)/;

/** Whether each phrase of an item is joined to the one before it: `Email Colin the list a day or two` is not. */
export function isWellJoined(text: string): boolean {
  if (!text.split(', ').every((part, i, parts) => i === 0 || goesOn(part, parts.slice(i)))) return false;
  const words = text.toLowerCase().replaceAll(',', '').split(/\s+/);
  if (ABBREVIATIONS.has(words.at(-1) ?? '')) return false;
  return words.every((word, i) => {
    const [before = '', next = ''] = [words[i - 1], words[i + 1]];
    if (word === 'at') return determiners.has(next) || isTime(next);
    // `Send Gavin on the Eircode by text`: a name and nothing that is sent.
    if (i === 2 && word === 'on') return isTime(next) || determiners.has(before);
    if (!articles.has(word) || i < 2) return true;
    const isFirst = !words.slice(1, i).some((one) => articles.has(one)) || words.slice(1, i).includes('that');
    const isJoined = prepositions.has(before) || particles.has(before) || JOINING.has(before);
    return isFirst || isJoined || finiteVerbs.has(before) || SPAN.test(words.slice(i + 1).join(' '));
  });
}

/** After a comma only a time or the rest of a list goes on. */
function goesOn(part: string, rest: readonly string[]): boolean {
  const words = part.toLowerCase().split(/\s+/);
  const [first = '', second = ''] = words;
  if (isTime(first) || (prepositions.has(first) && isTime(second))) return true;
  return /\band\b/.test(rest.join(' ')) && !words.some((word) => finiteVerbs.has(word));
}

function isTime(word: string): boolean {
  return timeWords.has(word) || NUMBER.test(word);
}
