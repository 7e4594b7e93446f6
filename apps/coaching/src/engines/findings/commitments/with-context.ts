import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { exchangeAround } from './exchange.ts';
import type { Kind } from './is-for-later.ts';

/** Its words name a thing already. */
const TOLD_FROM = 0.3;
const LEAST_MORE = 2;
const UNCLEAR = /\?|\b(?:um|uh|er|erm)\b/i;

/** `Send Michelle the number`: which, is told by the words around it, or by nothing. */
export function withContext(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  text: string,
): string | null {
  const exchange = exchangeAround(conversation, stretch, kind, TOLD_FROM);
  if (exchange === null || exchange.answered !== '' || UNCLEAR.test(exchange.said)) return null;
  const shown = `“${exchange.said}”`;
  const known = text.toLowerCase();
  const more = contentWords(splitWords(shown).map((word) => word.text)).filter(
    (word) => !known.includes(word),
  );
  return new Set(more).size < LEAST_MORE ? null : `${text}: ${shown}`;
}
