import type { Quote } from '../conversation/claim.ts';
import { bare } from '../conversation/claim.ts';
import type { Conversation, Stretch } from '../conversation/conversation.ts';
import { cutShort, spoken, withoutOpening } from './said.ts';

/** What is shown of a person's words in one piece. */
export const MOST_WORDS = 48;

/** Stretches that follow each other in one segment, quoted as one. */
function quoteOfRun(conversation: Conversation, run: readonly Stretch[]): Quote {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return { segment: 0, text: '' };
  if (run.length === 1) return spoken(conversation, first);
  const { segment } = first;
  const text = conversation.transcript.segments[segment]?.text ?? '';
  return { segment, text: withoutOpening(text.slice(first.start, last.end).trim()) };
}

/** Stretches that follow each other, inside a sentence, in quotation marks. */
export function saidTogether(conversation: Conversation, run: readonly Stretch[]): string {
  const text = bare(quoteOfRun(conversation, run)).replaceAll('"', "'");
  return `"${cutShort(text, run.length === 1 ? undefined : MOST_WORDS)}"`;
}

/** What a claim rests on, as it is quoted: neighbours in one piece. */
export function quotesTogether(conversation: Conversation, indexes: readonly number[]): Quote[] {
  return runsOf(indexes.flatMap((index) => conversation.stretches[index] ?? [])).map((run) =>
    quoteOfRun(conversation, run),
  );
}

export function runsOf(stretches: readonly Stretch[]): Stretch[][] {
  const runs: Stretch[][] = [];
  for (const one of stretches) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    const follows = previous?.segment === one.segment && previous.index + 1 === one.index;
    if (run !== undefined && follows) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

export function wordsIn(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { words }) => sum + words.length, 0);
}
