import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { breaksOff, saidBefore, shortened, startsSentence } from './exchange.ts';
import type { Kind } from './is-for-later.ts';
import { meantLines } from './meant-lines.ts';

/** That a line says what is meant. */
const MEANT_FROM = 0.3;
/** Of a line that asks for something. */
const ASKING = 0.35;
const LEAST_CONTENT = 2;
const LEAST_WORDS = 4;
const MOST_WORDS = 24;

/** What the other side has just said, where that tells what `that` is. */
export function toldBefore(conversation: Conversation, stretch: Stretch): string | null {
  const shown = saidBefore(conversation, stretch).replace(/^(?:nah|no|yeah)[.,]\s+/i, '');
  const words = splitWords(shown).map((one) => one.text);
  const isTelling = words.length >= LEAST_WORDS && contentWords(words).length > LEAST_CONTENT;
  return isTelling && !breaksOff(shown) && !UNCLEAR.test(shown) && !shown.endsWith('?') ? shown : null;
}

/** The sentence of the other side that says what `it` or `that` of a promise is; null where none likely does. */
export function toldBeside(conversation: Conversation, stretch: Stretch, kind: Kind): string | null {
  for (const { index, probability } of meantLines(conversation, stretch, kind)) {
    if (probability < MEANT_FROM) break;
    const line = conversation.stretches[index] as Stretch;
    if (line.role === stretch.role || line.turn < stretch.turn - 3) continue;
    if (chance(line, 'request', 'object:information_first') < ASKING) continue;
    const shown = toldIn(conversation, line);
    if (shown !== null) return shown;
  }
  const { turns, stretches } = conversation;
  const { from = 0 } = turns[Math.max(0, stretch.turn - 3)] ?? {};
  for (const line of stretches.slice(from, turns[stretch.turn]?.from).reverse()) {
    if (line.role === stretch.role || chance(line, 'request', 'object:information_first') < SURELY_ASKING)
      continue;
    const shown = toldIn(conversation, line);
    if (shown !== null && !POINTING.test(shown)) return shown;
  }
  const last = stretches.slice(turns[stretch.turn - 1]?.from, turns[stretch.turn - 1]?.to);
  const isWish = last.some((one) => chance(one, 'request', 'object:information_first') >= ASKING);
  return isWish ? toldBefore(conversation, stretch) : null;
}

const SURELY_ASKING = 0.4;
const POINTING = /\b(?:it|them|those|both|ones?)\b/i;

function toldIn(conversation: Conversation, line: Stretch): string | null {
  const text = conversation.transcript.segments[line.segment]?.text ?? '';
  const shown = shortened(line.text.trim());
  const words = splitWords(shown).map((one) => one.text);
  const isTelling =
    words.length >= LEAST_WORDS && words.length <= MOST_WORDS && contentWords(words).length >= LEAST_CONTENT;
  return isTelling && startsSentence(text, line.start) && !breaksOff(shown) && !UNCLEAR.test(shown)
    ? shown
    : null;
}

const UNCLEAR = /\b(?:um|uh|er|erm)\b|["“”!]|^(?:that['’]s|alright|all right|nah|yeah|does|do|is|are|if)\b/i;
