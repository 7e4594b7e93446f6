import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { danglingWords } from '../commitments/word-classes.ts';
import { spoken } from '../said.ts';

/** `Morning.`, `Right on.`: sentences before the one that says something. */
const OPENING_WORDS = /^(?:[^.?!]{1,14}[.!]\s+)+/;
const LEAST_WORDS = 5;

/** In quotation marks, without the greeting before it, closed by a full stop. */
export function quoted(conversation: Conversation, stretch: Stretch): string {
  const { text } = spoken(conversation, stretch);
  const rest = text.replace(OPENING_WORDS, '');
  const shown = (rest.split(/\s+/).length >= LEAST_WORDS ? rest : text).replace(/[.,;]+$/, '');
  return /[?!]$|[.?!]["']$/.test(shown) ? `“${shown}”` : `“${shown}.”`;
}

const OPEN = new Set('its like im youre thats just really well um uh em er erm anyway'.split(' '));

/** `We're doing a free installation for` breaks off. */
export function breaksOff({ words }: Stretch): boolean {
  const last = words.at(-1)?.text ?? '';
  return danglingWords.has(last) || OPEN.has(last);
}
