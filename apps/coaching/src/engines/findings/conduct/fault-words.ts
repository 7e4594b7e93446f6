import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { anyOf } from '../any-of.ts';
import { saidTogether, wordsIn } from '../passage.ts';
import type { Fault, FaultKind } from './fault.ts';
import { unfairActs } from './unfair-stretches.ts';

const ALSO = 0.65;
/** Beside a line that is not sure by itself, what is likely belongs to it: together they are. */
const TOGETHER = 0.35;
/** `Huh.` and `Wow.` neither begin nor end what is quoted. */
const LEAST_WORDS = 3;
const MOST_WORDS = 30;
/** A longer line says enough. */
const SHORT = 10;
/** What makes these a fault is the line alone. */
const oneLine = new Set<FaultKind>([
  ...(['hidden_price', 'late_terms', 'talking_over', 'name_withheld', 'no_name', 'opt_out_ignored'] as const),
]);

/** A line of a fault as it is quoted, in quotation marks. */
export function saidOf(conversation: Conversation, fault: Fault, line: Stretch): string {
  return saidTogether(conversation, unfairWords(conversation, fault, line));
}

/** All that is quoted of a fault. */
export function wordsOf(conversation: Conversation, fault: Fault): number[] {
  return fault.stretches
    .flatMap((index) => conversation.stretches[index] ?? [])
    .flatMap((line) => unfairWords(conversation, fault, line))
    .map(({ index }) => index);
}

function unfairWords(conversation: Conversation, { kind }: Fault, line: Stretch): Stretch[] {
  return line.role !== 'agent' || oneLine.has(kind) ? [line] : unfairBreath(conversation, line);
}

/** With its neighbours in the same breath that are unfair as well: `What's your wife say?` says little alone. */
export function unfairBreath({ stretches }: Conversation, line: Stretch): Stretch[] {
  const words = [line];
  const isSure = anyOf(line, unfairActs) >= ALSO;
  if (isSure && line.words.length > SHORT) return words;
  const belongs = (one: Stretch | undefined): one is Stretch =>
    one?.turn === line.turn &&
    one.segment === line.segment &&
    anyOf(one, unfairActs) >= (isSure ? ALSO : TOGETHER) &&
    wordsIn([...words, one]) <= MOST_WORDS;
  for (let next = stretches[line.index + 1]; belongs(next); next = stretches[next.index + 1])
    words.push(next);
  for (let before = stretches[line.index - 1]; belongs(before); before = stretches[before.index - 1]) {
    words.unshift(before);
  }
  const isLong = (one: Stretch) => isSure || one === line || one.words.length >= LEAST_WORDS;
  return words.slice(words.findIndex(isLong), words.findLastIndex(isLong) + 1);
}
