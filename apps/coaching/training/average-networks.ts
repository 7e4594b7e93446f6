import type { Embeddings, Layer, Network } from '../src/engines/built-in/classifier/network.ts';
import { quantised } from './quantise.ts';

/** The rows of one bag's features, and AdaGrad's sums of squares. */
export interface Table {
  size: number;
  values: Float32Array;
  squares: Float32Array;
}

/** What one member of the network has learnt. */
export interface Member {
  tables: readonly Table[];
  hidden: Layer;
  output: Layer;
}

/** The members side by side in one network, which gives the mean of their logits. */
export function averaged(members: readonly Member[], hashes: readonly number[][]): Network {
  const embeddings = hashes.map((own, bag) => beside(members, own, bag));
  return { embeddings, hidden: hiddenOf(members), output: outputOf(members) };
}

/** Each feature's row holds the members' rows one after the other. */
function beside(members: readonly Member[], hashes: readonly number[], bag: number): Embeddings {
  const tables = members.flatMap(({ tables: own }) => own[bag] ?? []);
  const width = tables.reduce((sum, { size }) => sum + size, 0);
  const values = new Float32Array(hashes.length * width);
  let offset = 0;
  for (const { size, values: own } of tables) {
    for (let row = 0; row < hashes.length; row += 1)
      values.set(own.subarray(row * size, (row + 1) * size), row * width + offset);
    offset += size;
  }
  return quantised(hashes, values, width);
}

/** Blocks: a member's hidden units see its own rows alone. */
function hiddenOf(members: readonly Member[]): Layer {
  const inputs = members.reduce((sum, { hidden }) => sum + hidden.inputs, 0);
  const outputs = members.reduce((sum, { hidden }) => sum + hidden.outputs, 0);
  const weights = new Float32Array(inputs * outputs);
  const biases = new Float32Array(outputs);
  let unit = 0;
  members.forEach(({ hidden }, member) => {
    biases.set(hidden.biases, unit);
    for (let i = 0; i < hidden.inputs; i += 1) {
      const row = hidden.weights.subarray(i * hidden.outputs, (i + 1) * hidden.outputs);
      weights.set(row, inputAt(members, member, i) * outputs + unit);
    }
    unit += hidden.outputs;
  });
  return { inputs, outputs, weights, biases };
}

/** Where a member's input stands among those of all, which go by bag and then by member. */
function inputAt(members: readonly Member[], member: number, input: number): number {
  const sizes = (members[member] as Member).tables.map(({ size }) => size);
  let bag = 0;
  let within = input;
  while (within >= (sizes[bag] as number)) {
    within -= sizes[bag] as number;
    bag += 1;
  }
  const before = sizes.slice(0, bag).reduce((sum, size) => sum + size, 0);
  return before * members.length + member * (sizes[bag] as number) + within;
}

function outputOf(members: readonly Member[]): Layer {
  const share = 1 / members.length;
  const outputs = (members[0] as Member).output.outputs;
  const inputs = members.reduce((sum, { output }) => sum + output.inputs, 0);
  const weights = new Float32Array(inputs * outputs);
  const biases = new Float32Array(outputs);
  let unit = 0;
  for (const { output } of members) {
    weights.set(
      output.weights.map((weight) => weight * share),
      unit * outputs,
    );
    for (let o = 0; o < outputs; o += 1)
      biases[o] = (biases[o] as number) + (output.biases[o] as number) * share;
    unit += output.inputs;
  }
  return { inputs, outputs, weights, biases };
}
