import type { ScriptedCall } from '@debrief/contracts/scripted-call';
import { seeded } from '../training/seeded.ts';
import { noisyText } from '../training/vary.ts';

export interface Condition {
  name: string;
  /** The same calls once, or once for each seed. */
  variants: <Call extends ScriptedCall>(calls: readonly Call[]) => Call[][];
}

const SEEDS = [1, 2, 3, 4, 5];

/** How the same calls reach the coach; turns keep their places. */
export const conditions: readonly Condition[] = [
  { name: 'as written', variants: (calls) => [[...calls]] },
  { name: 'no punctuation', variants: (calls) => [calls.map((call) => withText(call, withoutPunctuation))] },
  {
    name: '10 % words wrong',
    variants: (calls) =>
      SEEDS.map((seed) =>
        wordsWrong(calls, seed).map((call) => ({ ...call, id: `${call.id}, seed ${seed}` })),
      ),
  },
];

/** Lower case and no marks, apart from the apostrophe within a word. */
export function withoutPunctuation(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Each word with probability 0.1 dropped, or replaced by another word of the set. The same seed gives the same words. */
export function wordsWrong<Call extends ScriptedCall>(calls: readonly Call[], seed: number): Call[] {
  const set = calls.flatMap(({ turns }) => turns.flatMap(({ text }) => text.split(/\s+/)));
  const random = seeded(seed);
  return calls.map((call) => withText(call, (text) => noisyText(text, set, random)));
}

function withText<Call extends ScriptedCall>(call: Call, change: (text: string) => string): Call {
  return { ...call, turns: call.turns.map((turn) => ({ ...turn, text: change(turn.text) })) };
}
