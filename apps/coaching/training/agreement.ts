import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { acts } from '../src/engines/conversation/acts.ts';
import { type LabelledCall, readCalls } from './read-calls.ts';

/**
 * `agreement.ts` prints how far two people agree who labelled the same 40 calls: the ceiling of what a classifier can
 * reach. Kappa is Cohen's, over stretches, for each act by itself; F1 is the same two lists of labels compared as if
 * one were the truth.
 */
const root = import.meta.dirname;
const first = new Map(load('calls').map((call) => [call.id, call]));
const pairs = load('second-labels').flatMap((second): [LabelledCall, LabelledCall][] => {
  const call = first.get(second.id);
  return call === undefined ? [] : [[call, second]];
});

const stretches = pairs.flatMap(([a, b]) => {
  const [mine, theirs] = [a, b].map((call) =>
    call.turns.flatMap((turn) => turn.stretches.map(({ acts }) => new Set(acts.map(({ act }) => act)))),
  );
  if (mine?.length !== theirs?.length) throw new Error(`${a.id}: the second labels have other stretches`);
  return (mine ?? []).map((labels, index) => [labels, theirs?.[index] ?? new Set()] as const);
});

const rows = acts.map((act) => {
  let both = 0;
  let one = 0;
  let other = 0;
  for (const [mine, theirs] of stretches) {
    const [a, b] = [mine.has(act), theirs.has(act)];
    if (a && b) both++;
    else if (a) one++;
    else if (b) other++;
  }
  const n = stretches.length;
  const observed = (n - one - other) / n;
  const [shareOne, shareOther] = [(both + one) / n, (both + other) / n];
  const expected = shareOne * shareOther + (1 - shareOne) * (1 - shareOther);
  return {
    act,
    labels: both + one,
    second: both + other,
    kappa: expected === 1 ? 1 : (observed - expected) / (1 - expected),
    f1: (2 * both) / Math.max(1, 2 * both + one + other),
  };
});

const share = (isSame: (a: LabelledCall, b: LabelledCall) => boolean): string =>
  `${pairs.filter(([a, b]) => isSame(a, b)).length} of ${pairs.length}`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`${pairs.length} calls, ${stretches.length} stretches`);
print(`disposition the same: ${share((a, b) => a.disposition === b.disposition)}`);
print(
  `disposition acceptable to the first: ${share((a, b) => [a.disposition, ...a.also].includes(b.disposition))}`,
);
print(`appointment at the same time, or none: ${share((a, b) => a.appointment?.at === b.appointment?.at)}`);
print(`quality the same: ${share((a, b) => a.quality === b.quality)}`);
print(`\n${'act'.padEnd(26)}first second kappa   F1`);
for (const { act, labels, second, kappa, f1 } of rows.toSorted((a, b) => b.labels - a.labels)) {
  print(
    `${act.padEnd(26)}${String(labels).padStart(5)} ${String(second).padStart(6)} ${kappa.toFixed(2)} ${f1.toFixed(2)}`,
  );
}

function load(folder: string): LabelledCall[] {
  return globSync(path.join(root, folder, '*.txt')).flatMap((file) => readCalls(readFileSync(file, 'utf8')));
}
