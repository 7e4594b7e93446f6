import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Kind } from './is-for-later.ts';
import { meantLines } from './meant-lines.ts';
import { danglingWords } from './word-classes.ts';

/** What was said before a promise or a request, verbatim, in whole sentences. */
export interface LineBefore {
  said: string;
  role: Stretch['role'];
  /** It likely tells what is meant; of the others nobody knows. */
  isMeant: boolean;
}

const MOST_WORDS = 34;
const LEAST_CONTENT = 2;
/** Of the seven lines in 120 calls that were less sure, down to 0.3, four were another. */
const MEANT_FROM = 0.5;
const ASKED_FROM = 0.5;
const MACHINE_FROM = 0.5;
const CUT_OFF = /^\s*(?:\.\.|…|[–—])/;
const BREAK = /[.?!…]["'”’]?\s+$/;
/** What only says that one was heard. */
const LEADING =
  /^(?:(?:(?:okay|ok|yeah|yep|yes|sure|great|perfect|right|alright|good|cool|absolutely|of course|no problem|fair enough|got it)[.,!]+|(?:and|so|well|oh(?!\s+(?:oh|one|two|three|four|five|six|seven|eight|nine)\b)|um|uh)\b[.,]*)\s+)+/i;

/**
 * The line that likely tells what is meant, and the end of the turn before where that asked for it. Of whatever else
 * was said shortly before, in the same breath too, three lines in four explain nothing.
 */
export function linesBefore(conversation: Conversation, stretch: Stretch, kind: Kind): LineBefore[] {
  const { stretches } = conversation;
  const [meant] = meantLines(conversation, stretch, kind);
  const isSure = meant !== undefined && meant.probability >= MEANT_FROM;
  const asked = wasAsked(conversation, stretch)
    ? upTo(conversation, stretch.turn - 1, Number.POSITIVE_INFINITY)
    : [];
  const sure = isSure ? upTo(conversation, stretches[meant.index]?.turn ?? -1, meant.index + 1, true) : [];
  // What was asked for just now is what is promised, whatever was said before it.
  const isFar = isSure && (stretches[meant.index]?.turn ?? 0) < stretch.turn - 1;
  return isFar && kind === 'promise' ? [...asked, ...sure] : [...sure, ...asked];
}

/** What was said just before in its own turn, at the end of the turn before, and of the speaker's own before that. */
export function linesNear(conversation: Conversation, { index, turn }: Stretch): LineBefore[] {
  return [turn, turn - 1, turn - 2].flatMap((one) => upTo(conversation, one, index));
}

/** The end of what was said in a turn before a stretch; none where it says too little. */
function upTo(conversation: Conversation, turn: number, end: number, isMeant = false): LineBefore[] {
  const { from = 0, to = 0 } = conversation.turns[turn] ?? {};
  const said = endOfTurn(conversation, from, Math.min(to, end));
  const role = conversation.stretches[from]?.role;
  return said === null || role === undefined ? [] : [{ said, role, isMeant }];
}

/** `Would you tell Sharon not to pay?` `I'll tell her.` */
function wasAsked({ stretches, turns }: Conversation, { turn }: Stretch): boolean {
  const { from = 0, to = 0 } = turns[turn - 1] ?? {};
  return stretches.slice(from, to).some((one) => chance(one, 'request') >= ASKED_FROM);
}

/** The last whole sentences of some stretches in one breath, as many as are read; null where they say too little. */
export function endOfTurn(
  { stretches, transcript }: Conversation,
  from: number,
  to: number,
  leastContent = LEAST_CONTENT,
): string | null {
  const last = stretches[to - 1];
  if (last === undefined || to <= from || chance(last, 'machine') > MACHINE_FROM) return null;
  const text = transcript.segments[last.segment]?.text ?? '';
  let start: number | null = null;
  let words = 0;
  for (let i = to - 1; i >= from; i -= 1) {
    const one = stretches[i] as Stretch;
    words += one.text.split(/\s+/).length;
    if (one.segment !== last.segment || words > MOST_WORDS) break;
    if (startsSentence(text, one.start)) start = one.start;
  }
  if (start === null) return null;
  const said = shortened(text.slice(start, last.end).trim());
  const spoken = splitWords(said).map((word) => word.text);
  const isCut =
    breaksOff(text.slice(start, last.end)) ||
    CUT_OFF.test(text.slice(last.end)) ||
    danglingWords.has(spoken.at(-1) ?? '');
  return contentWords(spoken).length < leastContent || isCut ? null : said;
}

/** Without what only says that one was heard, and without its last full stop. */
export function shortened(said: string): string {
  return said
    .replace(/\s["'”’]$|[.,;]+$/, '')
    .replace(LEADING, '')
    .replaceAll(/[“”]/g, '"');
}

/** `I'll put you...` */
export function breaksOff(said: string): boolean {
  return /(?:\.\.+|…|[-–—])["'”’]?$/.test(said.trim());
}

/** Without marks nobody can tell. */
function startsSentence(text: string, start: number): boolean {
  return !/[.?!,]/.test(text) || start === 0 || BREAK.test(text.slice(0, start));
}
