import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { danglingWords } from '../commitments/word-classes.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { spoken } from '../said.ts';

/** `Morning.`, `Right on.`: sentences before the one that says something. */
const OPENING_WORDS = /^(?:[^.?!]{1,14}(?<!\b(?:Mr|Mrs|Ms|Dr))[.!]\s+)+/;
const LEAST_WORDS = 5;

/** In quotation marks, without the greeting before it, closed by a full stop. */
export function quoted(conversation: Conversation, stretch: Stretch): string {
  const { text } = spoken(conversation, stretch);
  const shown = withoutGreeting(text).replace(/[.,;]+$/, '');
  return /[?!]$|[.?!]["']$/.test(shown) ? `“${shown}”` : `“${shown}.”`;
}

/** Where enough follows. */
export function withoutGreeting(text: string): string {
  const rest = text.replace(OPENING_WORDS, '');
  return rest.split(/\s+/).length >= LEAST_WORDS ? rest : text;
}

const FILLER = /\b(?:um|uh|uhm|er|erm|em|eh)\b/i;
const EMPTY = new Set(
  'call calls calling sales quick look looking question speak matter outstanding sir madam'.split(' '),
);
/** With more, what is said is worth its fillers. */
const MANY = 6;

/** Whether a line, seen alone, tells enough: so many words that mean something, and hardly a filler. */
export function tells({ text, words }: Stretch, least: number): boolean {
  const content = contentWords(words.map((word) => word.text)).filter((word) => !EMPTY.has(word));
  return content.length >= (FILLER.test(text) ? MANY : least);
}

/** In a segment without marks nobody sees where a sentence ends but at the segment's end. */
export function mayGoOn({ transcript }: Conversation, { segment, end }: Stretch): boolean {
  const whole = transcript.segments[segment]?.text ?? '';
  return !/[.?!,]/.test(whole) && whole.slice(end).trim() !== '';
}

const OPEN = new Set('its like im youre thats just really well um uh em er erm anyway'.split(' '));
/** After these comes more, whatever mark a recogniser sets: `We'll get along the way we are.` ends well. */
const NEVER_LAST = new Set(
  'a an the and or but because cause if than of my your our their its like im youre thats um uh er erm'.split(
    ' ',
  ),
);

/** `We're doing a free installation for` breaks off. */
export function breaksOff({ words, text }: Stretch): boolean {
  const last = words.at(-1)?.text ?? '';
  const isEnded = /[.!?]["'”]?\s*$/.test(text);
  return isEnded ? NEVER_LAST.has(last) : danglingWords.has(last) || OPEN.has(last);
}
