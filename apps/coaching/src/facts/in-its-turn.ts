import { BETWEEN_SENTENCES } from '../engines/findings/said.ts';
import type { Exchange } from '../engines/findings/speech/speech.ts';
import type { CallFacts } from './call-facts.ts';
import type { Quote } from './criterion-of-call.ts';
import { exchangesOf } from './exchanges-of.ts';
import { isTooLong } from './wording.ts';

/** `I'll put a sticky on it.`, and not `I'll bring a page with the price on it, so he sees it`, whose beginning tells what. */
const BARE =
  /^[^,]*\b(?:it|them|him|her|this|that|these|those)(?=[.,!?…]|$| (?:tonight|today|tomorrow|now|over|to|by|in|on|for|off|up|out|right|then|when|if|as|does|is|play)\b)/i;

/** Points at what was said before it. */
export function isBare({ quote }: Pick<Quote, 'quote'>): boolean {
  return BARE.test(quote);
}

/** The turn of the agent in which something was promised, with the contact's words before and after it. */
function turnOf(call: CallFacts, { segment_index, quote }: Quote): Exchange | undefined {
  return exchangesOf(call, 'promise').find(
    (one) => one.segment_index === segment_index && one.text.includes(quote),
  );
}

/** `I'll try you tomorrow. Actually tomorrow I'm in training.`, and what the contact wants otherwise: `Email? Can't you text me that?` */
const TAKES_BACK =
  /^(?:(?:oh|um|uh|er|no),? )*(?:actually|wait|hang on|hold on|no, sorry|sorry, no|or rather|scratch that|make that|i mean|well, no)\b/i;
const WANTS_OTHERWISE =
  /^(?:no|nope|nah)\b(?!,? (?:that['’]s|it['’]s|come|go ahead))|\b(?:can['’]t you|couldn['’]t you|not by|don['’]t (?:send|e-?mail|mail|call|ring|text|bother|need)|rather you|instead|only don['’]t)\b/i;

/** Whether what was promised was put otherwise right after it. */
export function isTakenBack(call: CallFacts, quote: Quote): boolean {
  const turn = turnOf(call, quote);
  if (turn === undefined) return false;
  const rest = turn.text.slice(turn.text.indexOf(quote.quote) + quote.quote.length).trim();
  return (
    TAKES_BACK.test(rest) ||
    (rest === '' && WANTS_OTHERWISE.test(turn.after ?? '') && !/\bif\b/i.test(turn.after ?? ''))
  );
}

/** From the beginning of its sentence; where it points at the one before, with that: `I'll call you Monday. And I'll find out before that.` */
export function withWhatItMeans<T extends Quote>(call: CallFacts, quote: T): T {
  const turn = turnOf(call, quote);
  const at = turn?.text.indexOf(quote.quote) ?? 0;
  if (turn === undefined || at <= 0) return quote;
  const head = turn.text.slice(0, at);
  const before = head.trimEnd().split(BETWEEN_SENTENCES);
  // `And I'll find out before that.`: its own beginning, and the sentence before it.
  const isBegun = !/[.?!]$/.test(head.trimEnd());
  const isCut = isBegun && /^\p{Ll}/u.test(quote.quote);
  const from = isBare(quote) ? before.slice(isBegun ? -2 : -1) : isCut ? before.slice(-1) : [];
  const whole = `${from.join(' ')} ${quote.quote}`.trim();
  return !isTooLong(whole) && turn.text.includes(whole) ? { ...quote, quote: whole } : quote;
}
