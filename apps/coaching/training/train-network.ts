import type { Layer, Network } from '../src/engines/built-in/classifier/network.ts';
import { bags } from '../src/engines/built-in/classifier/unit-features.ts';
import { Adam } from './adam.ts';
import { averaged, type Member, type Table } from './average-networks.ts';
import { type Example, outputs } from './examples.ts';
import { seeded, shuffled } from './seeded.ts';

export interface NetworkSettings {
  /** Numbers a feature of each bag is embedded in. */
  sizes: readonly number[];
  hidden: number;
  epochs: number;
  /** Shares of the features and of the hidden units that are left out while learning. */
  dropFeatures: number;
  dropHidden: number;
  /** A feature seen in fewer examples tells more of its writer than of speech. */
  seenAtLeast: number;
  seed: number;
  members: number;
}

export const settings: NetworkSettings = {
  sizes: [32, 8, 12, 12, 4],
  hidden: 64,
  epochs: 6,
  dropFeatures: 0.3,
  dropHidden: 0.3,
  seenAtLeast: 65,
  seed: 1,
  members: 3,
};

const BATCH = 32;
const RATE = 0.001;
const EMBEDDING_RATE = 0.05;
const DECAY = 1e-5;
const praiseAt = outputs.indexOf('praise');

/**
 * Learns several networks from other starting points, which err in other places, and makes one of them that gives the
 * mean of their logits.
 */
export function trainNetwork(examples: readonly Example[], options = settings): Network {
  const { hashes, rows } = indexFeatures(examples, options);
  const members = Array.from({ length: options.members }, (_, member) =>
    trainMember(examples, hashes, rows, { ...options, seed: options.seed + member }),
  );
  return averaged(members, hashes);
}

/**
 * Gradient descent on the cross-entropy of every output: AdaGrad for the embeddings, Adam for the two layers, dropout
 * against learning the writers by heart.
 */
function trainMember(
  examples: readonly Example[],
  hashes: readonly number[][],
  rows: readonly Int32Array[][],
  options: NetworkSettings,
): Member {
  const random = seeded(options.seed);
  const tables = hashes.map((own, bag): Table => {
    const size = options.sizes[bag] as number;
    const values = new Float32Array(own.length * size).map(() => 0.02 * bell(random));
    return { size, values, squares: new Float32Array(values.length) };
  });
  const inputs = options.sizes.reduce((sum, size) => sum + size, 0);
  const hidden = layer(inputs, options.hidden, Math.sqrt(2 / inputs), 0, random);
  const output = layer(options.hidden, outputs.length, Math.sqrt(1 / options.hidden), -3, random);
  const learner = new Learner(tables, hidden, output, options, random);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    const pace = 1 - (0.9 * epoch) / options.epochs;
    const order = shuffled(examples.length, random);
    for (let at = 0; at < order.length; at += BATCH) {
      const batch = order.slice(at, at + BATCH);
      for (const i of batch) learner.learn(rows[i] as Int32Array[], examples[i] as Example, pace);
      learner.step(batch.length, pace);
    }
  }
  return { tables, hidden, output };
}

/** The features seen often enough, ascending, and the rows of each example's. */
function indexFeatures(examples: readonly Example[], { seenAtLeast }: NetworkSettings) {
  const hashes = bags.map((_, bag) => {
    const seen = new Map<number, number>();
    for (const example of examples)
      for (const f of new Set(example.bags[bag])) seen.set(f, (seen.get(f) ?? 0) + 1);
    return [...seen].flatMap(([f, count]) => (count >= seenAtLeast ? [f] : [])).sort((a, b) => a - b);
  });
  const places = hashes.map((own) => new Map(own.map((f, row) => [f, row])));
  const rows = examples.map((example) =>
    example.bags.map((bag, i) => Int32Array.from(bag.flatMap((f) => places[i]?.get(f) ?? []))),
  );
  return { hashes, rows };
}

function layer(inputs: number, outputs: number, spread: number, bias: number, random: () => number): Layer {
  const weights = new Float32Array(inputs * outputs).map(() => spread * bell(random));
  return { inputs, outputs, weights, biases: new Float32Array(outputs).fill(bias) };
}

/** Roughly normal, mean 0, deviation 0.5. */
function bell(random: () => number): number {
  return random() + random() + random() - 1.5;
}

/** Forward and backward through one example at a time; the layers step once a batch. */
class Learner {
  readonly #input: Float32Array;
  readonly #inputSlope: Float32Array;
  readonly #activity: Float32Array;
  readonly #activitySlope: Float32Array;
  readonly #error: Float32Array;
  readonly #hiddenStep: Adam;
  readonly #outputStep: Adam;

  readonly tables: readonly Table[];
  readonly hidden: Layer;
  readonly output: Layer;
  readonly options: NetworkSettings;
  readonly random: () => number;

  constructor(
    tables: readonly Table[],
    hidden: Layer,
    output: Layer,
    options: NetworkSettings,
    random: () => number,
  ) {
    this.tables = tables;
    this.hidden = hidden;
    this.output = output;
    this.options = options;
    this.random = random;
    this.#input = new Float32Array(hidden.inputs);
    this.#inputSlope = new Float32Array(hidden.inputs);
    this.#activity = new Float32Array(hidden.outputs);
    this.#activitySlope = new Float32Array(hidden.outputs);
    this.#error = new Float32Array(output.outputs);
    this.#hiddenStep = new Adam(hidden, RATE, DECAY);
    this.#outputStep = new Adam(output, RATE, DECAY);
  }

  learn(rows: readonly Int32Array[], { labels, isExcerpt }: Example, pace: number): void {
    const { dropFeatures } = this.options;
    const kept = rows.map((bag) => bag.filter(() => this.random() >= dropFeatures));
    this.#forward(kept);
    for (const label of labels) this.#error[label] = (this.#error[label] as number) - 1;
    // Nobody remarked on excerpts.
    if (isExcerpt) this.#error.fill(0, praiseAt);
    this.#backward();
    this.#learnRows(kept, pace);
  }

  step(examples: number, pace: number): void {
    this.#hiddenStep.step(examples, pace);
    this.#outputStep.step(examples, pace);
  }

  /** Leaves the probabilities in the error, from which the truth is then taken. */
  #forward(kept: readonly Int32Array[]): void {
    const input = this.#input.fill(0);
    let offset = 0;
    this.tables.forEach(({ size, values }, bag) => {
      const rows = kept[bag] as Int32Array;
      const share = 1 / Math.sqrt(rows.length);
      for (const row of rows)
        for (let i = 0; i < size; i += 1)
          input[offset + i] = (input[offset + i] as number) + (values[row * size + i] as number) * share;
      offset += size;
    });
    const { dropHidden } = this.options;
    const activity = multiply(this.hidden, input, this.#activity);
    for (let k = 0; k < activity.length; k += 1) {
      const value = activity[k] as number;
      activity[k] = value < 0 || this.random() < dropHidden ? 0 : value / (1 - dropHidden);
    }
    const error = multiply(this.output, activity, this.#error);
    for (let o = 0; o < error.length; o += 1) error[o] = 1 / (1 + Math.exp(-(error[o] as number)));
  }

  #backward(): void {
    this.#outputStep.collect(this.#activity, this.#error, this.#activitySlope);
    const { dropHidden } = this.options;
    for (let k = 0; k < this.#activity.length; k += 1)
      this.#activitySlope[k] =
        this.#activity[k] === 0 ? 0 : (this.#activitySlope[k] as number) / (1 - dropHidden);
    this.#hiddenStep.collect(this.#input, this.#activitySlope, this.#inputSlope);
  }

  #learnRows(kept: readonly Int32Array[], pace: number): void {
    let offset = 0;
    this.tables.forEach(({ size, values, squares }, bag) => {
      const rows = kept[bag] as Int32Array;
      const share = 1 / Math.sqrt(rows.length);
      for (const row of rows) {
        for (let i = 0; i < size; i += 1) {
          const at = row * size + i;
          const slope = (this.#inputSlope[offset + i] as number) * share + DECAY * (values[at] as number);
          const square = (squares[at] as number) + slope * slope;
          squares[at] = square;
          values[at] = (values[at] as number) - (EMBEDDING_RATE * pace * slope) / (Math.sqrt(square) + 1e-3);
        }
      }
      offset += size;
    });
  }
}

function multiply({ outputs: width, weights, biases }: Layer, input: Float32Array, output: Float32Array) {
  output.set(biases);
  for (let i = 0; i < input.length; i += 1) {
    const value = input[i] as number;
    if (value === 0) continue;
    const start = i * width;
    for (let o = 0; o < width; o += 1)
      output[o] = (output[o] as number) + value * (weights[start + o] as number);
  }
  return output;
}
