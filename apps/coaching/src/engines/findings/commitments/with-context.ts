import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { endOfTurn } from './lines-before.ts';
import { prepositions, timeWords } from './word-classes.ts';

/** What says nothing by itself of what it is of, for or about. */
const CARRIERS = new Set(
  'number numbers address page link form forms list photo photos picture pictures sheet paper papers copy file details info name names pdf email'.split(
    ' ',
  ),
);
/** `Two names`: whose? */
const OPEN = new Set('the both that two three four five six some'.split(' '));
const FREE = new Set('back over out across along too again'.split(' '));
const LEAST_MORE = 2;
/** With more it says which. */
const MOST_WORDS = 8;

/** `Send Michelle the number`: which, is told by the words around it. */
export function withContext(conversation: Conversation, stretch: Stretch, text: string): string {
  if (!isOpen(text)) return text;
  const from = conversation.turns[stretch.turn]?.from ?? 0;
  const said = endOfTurn(conversation, from, stretch.index + 1);
  if (said === null || said.includes('?')) return text;
  const shown = `“${said}”`;
  const known = text.toLowerCase();
  const more = contentWords(splitWords(shown).map((word) => word.text)).filter(
    (word) => !known.includes(word),
  );
  return new Set(more).size < LEAST_MORE ? text : `${text}: ${shown}`;
}

/** Its thing has nothing before or behind it that says which. */
function isOpen(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  if (words.length > MOST_WORDS) return false;
  return words.some((word, i) => {
    const [before = '', next = ''] = [words[i - 1], words[i + 1]];
    if (!CARRIERS.has(word) || !OPEN.has(before)) return false;
    const isLast = next === '' || FREE.has(next) || timeWords.has(next);
    return isLast || (prepositions.has(next) && timeWords.has(words[i + 2] ?? ''));
  });
}
