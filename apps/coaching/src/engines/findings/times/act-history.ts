import { type Act, acts } from '../../conversation/acts.ts';
import type { Stretch } from '../../conversation/conversation.ts';
import { meetingsIn } from './meeting-words.ts';
import { type WordClass, wordClasses, wordClassNames } from './talk-words.ts';

const columnOf = new Map<string, number>(acts.map((act, column) => [act, column]));

/** What is done before and after each stretch, counted once, since every time that is weighed asks for it. */
export interface ActHistory {
  /** The probabilities of an act added up over all stretches before this index. */
  sumBefore(act: Act, index: number): number;
  /** The likeliest of an act before this index, and from it on. */
  mostBefore(act: Act, index: number): number;
  mostFrom(act: Act, index: number): number;
  /** How likely a next step was offered before this index in a stretch that speaks of a meeting. */
  offeredBefore(index: number): number;
  /** Whether a word of the class is said from this index on. */
  saysFrom(wordClass: WordClass, index: number): boolean;
}

export function actHistory(stretches: readonly Stretch[]): ActHistory {
  const sums = running(stretches, (sum, chance) => sum + chance);
  const before = running(stretches, Math.max);
  const after = running(stretches.toReversed(), Math.max);
  const offers = new Float64Array(stretches.length + 1);
  stretches.forEach((stretch, index) => {
    const offer = meetingsIn(stretch) > 0 ? (stretch.acts.propose_step ?? 0) : 0;
    offers[index + 1] = Math.max(offers[index] as number, offer);
  });
  const lastSaid = new Map(
    wordClassNames.map((name) => [name, stretches.findLastIndex((stretch) => says(stretch, name))]),
  );
  return {
    sumBefore: (act, index) => numberAt(sums, act, index),
    mostBefore: (act, index) => numberAt(before, act, index),
    mostFrom: (act, index) => numberAt(after, act, stretches.length - index),
    offeredBefore: (index) => offers[index] ?? 0,
    saysFrom: (wordClass, index) => (lastSaid.get(wordClass) as number) >= index,
  };
}

/** A row of all acts for each number of stretches, from none to all. */
function running(
  stretches: readonly Stretch[],
  combine: (before: number, chance: number) => number,
): Float64Array {
  const rows = new Float64Array((stretches.length + 1) * acts.length);
  stretches.forEach((stretch, index) => {
    const to = (index + 1) * acts.length;
    rows.copyWithin(to, to - acts.length, to);
    for (const [act, chance] of Object.entries(stretch.acts)) {
      const at = to + (columnOf.get(act) as number);
      rows[at] = combine(rows[at] as number, chance);
    }
  });
  return rows;
}

function numberAt(rows: Float64Array, act: Act, count: number): number {
  return rows[count * acts.length + (columnOf.get(act) as number)] ?? 0;
}

export function says({ words }: Stretch, wordClass: WordClass): boolean {
  const known = wordClasses[wordClass];
  return words.some(({ text }) => known.has(text));
}
