import type { Layer } from '../src/engines/built-in/classifier/network.ts';
import type { OutcomeCode } from '../src/engines/findings/findings.ts';
import { encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import {
  type OutcomeLayer,
  type StoredOutcomes,
  scaled,
} from '../src/engines/findings/outcome/weigh-outcomes.ts';
import { Adam } from './adam.ts';
import { seeded, shuffled } from './seeded.ts';

/** A call whose ending is known. */
export interface KnownEnding {
  features: ArrayLike<number>;
  code: OutcomeCode;
}

/** Three networks that err in other places, kept as one of three times the width. */
const MEMBERS = 3;
const UNITS = 32;
const EPOCHS = 20;
const BATCH = 64;
const RATE = 0.0015;
/** Of the weights, at each step in units of the rate. */
const SHRINKING = 0.03;
const DROP_FEATURES = 0.3;
const DROP_UNITS = 0.3;
/** Of a feature that hardly ever differs. */
const LEAST_SPREAD = 0.05;
/** The share of a label that is left to the others: writers err, too. */
const DOUBT = 0.03;
const MOST = 127;

type Numbers = Pick<StoredOutcomes, 'codes' | 'centers' | 'spreads' | 'hidden' | 'output'>;

/** Gradient descent (Adam) on the cross-entropy, with dropout against learning the writers by heart. */
export function fitOutcomes(known: readonly KnownEnding[], codes: readonly OutcomeCode[]): Numbers {
  const scale = scaleOf(known.map(({ features }) => features));
  const examples = known.map(({ features, code }) => ({
    input: Float32Array.from(scaled(scale, features)),
    label: codes.indexOf(code),
  }));
  const members = Array.from({ length: MEMBERS }, (_, member) =>
    fitMember(examples, codes.length, member + 1),
  );
  const width = scale.centers.length;
  const hidden = joined(width, MEMBERS * UNITS, (i, o) => {
    const own = members[Math.floor(o / UNITS)]?.hidden as Layer;
    return i < width ? own.weights[i * UNITS + (o % UNITS)] : own.biases[o % UNITS];
  });
  const output = joined(MEMBERS * UNITS, codes.length, (i, o) => {
    const mean = members.reduce((sum, one) => sum + (one.output.biases[o] as number), 0);
    const own = members[Math.floor(i / UNITS)]?.output;
    return ((own === undefined ? mean : own.weights[(i % UNITS) * codes.length + o]) as number) / MEMBERS;
  });
  return { codes, ...scale, hidden: encodeChoices(hidden), output: encodeChoices(output) };
}

function scaleOf(rows: readonly ArrayLike<number>[]): { centers: number[]; spreads: number[] } {
  const width = rows[0]?.length ?? 0;
  const mean = (of: (row: ArrayLike<number>) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const centers = Array.from({ length: width }, (_, f) => rounded(mean((row) => row[f] as number)));
  const spreads = centers.map((center, f) => {
    const square = mean((row) => ((row[f] as number) - center) ** 2);
    return rounded(Math.sqrt(square) + LEAST_SPREAD);
  });
  return { centers, spreads };
}

/** Numbers of both members' layers and, as the last row, their biases, as whole numbers. */
function joined(
  inputs: number,
  outputs: number,
  at: (input: number, output: number) => number | undefined,
): OutcomeLayer & { weights: Int8Array } {
  const values = Array.from({ length: (inputs + 1) * outputs }, (_, i) =>
    Number(at(Math.floor(i / outputs), i % outputs)),
  );
  const unit = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / MOST;
  return { unit, weights: Int8Array.from(values, (value) => Math.round(value / unit)) };
}

function fitMember(
  examples: readonly { input: Float32Array; label: number }[],
  outcomes: number,
  seed: number,
): { hidden: Layer; output: Layer } {
  const random = seeded(seed);
  const inputs = examples[0]?.input.length ?? 0;
  const hidden = newLayer(inputs, UNITS, Math.sqrt(4 / inputs), random);
  const output = newLayer(UNITS, outcomes, 0.2, random);
  const [hiddenStep, outputStep] = [new Adam(hidden, RATE, 0), new Adam(output, RATE, 0)];
  const unused = new Float32Array(inputs);
  const slopes = new Float32Array(UNITS);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const order = shuffled(examples.length, random);
    for (let at = 0; at < order.length; at += BATCH) {
      const batch = order.slice(at, at + BATCH);
      for (const i of batch) {
        const { input, label } = examples[i] as { input: Float32Array; label: number };
        const kept = input.map((value) => (random() < DROP_FEATURES ? 0 : value / (1 - DROP_FEATURES)));
        const active = applied(hidden, kept).map((sum) =>
          sum <= 0 || random() < DROP_UNITS ? 0 : sum / (1 - DROP_UNITS),
        );
        outputStep.collect(active, errorOf(applied(output, active), label), slopes);
        for (let k = 0; k < UNITS; k += 1)
          slopes[k] = active[k] === 0 ? 0 : (slopes[k] as number) / (1 - DROP_UNITS);
        hiddenStep.collect(kept, slopes, unused);
      }
      for (const step of [hiddenStep, outputStep]) step.step(batch.length, 1);
      for (const { weights } of [hidden, output])
        for (let i = 0; i < weights.length; i += 1)
          weights[i] = (weights[i] as number) * (1 - RATE * SHRINKING);
    }
  }
  return { hidden, output };
}

/** What the probabilities are off by. */
function errorOf(sums: Float32Array, label: number): Float32Array {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  const rest = DOUBT / sums.length;
  return powers.map((power, i) => power / all - rest - (i === label ? 1 - DOUBT : 0));
}

function applied({ outputs: width, weights, biases }: Layer, input: Float32Array): Float32Array {
  const sums = Float32Array.from(biases);
  for (let i = 0; i < input.length; i += 1) {
    const value = input[i] as number;
    if (value === 0) continue;
    for (let o = 0; o < width; o += 1)
      sums[o] = (sums[o] as number) + value * (weights[i * width + o] as number);
  }
  return sums;
}

/** Roughly normal. */
function newLayer(inputs: number, outputs: number, spread: number, random: () => number): Layer {
  const weights = new Float32Array(inputs * outputs).map(
    () => spread * (random() + random() + random() - 1.5),
  );
  return { inputs, outputs, weights, biases: new Float32Array(outputs) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
