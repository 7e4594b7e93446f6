/**
 * Rows of whole numbers from -7 to 7, two in a byte, found by the hash of a feature; a row's numbers are multiples of
 * its scale.
 */
export interface Embeddings {
  size: number;
  /** Ascending. */
  hashes: Uint32Array;
  /** Of each row, in units. */
  scales: Float32Array | Uint8Array;
  unit: number;
  rows: Uint8Array;
}

/** One hidden layer over the summed rows of each bag of features. */
export interface Network {
  embeddings: readonly Embeddings[];
  hidden: Layer;
  output: Layer;
}

/** Weights by input, then by output. */
export interface Layer {
  inputs: number;
  outputs: number;
  weights: Float32Array;
  biases: Float32Array;
}

/** @returns the logit of each output. */
export function evaluate(network: Network, bags: readonly number[][]): Float32Array {
  const input = new Float32Array(network.hidden.inputs);
  let offset = 0;
  network.embeddings.forEach((embeddings, bag) => {
    addRows(embeddings, bags[bag] ?? [], input, offset);
    offset += embeddings.size;
  });
  const hidden = apply(network.hidden, input);
  for (let i = 0; i < hidden.length; i += 1) if ((hidden[i] as number) < 0) hidden[i] = 0;
  return apply(network.output, hidden);
}

/** Sums the known features' rows, divided by the root of their number, so that long and short bags compare. */
function addRows(
  { size, hashes, scales, unit, rows }: Embeddings,
  bag: readonly number[],
  input: Float32Array,
  offset: number,
) {
  const known = bag.map((feature) => find(hashes, feature)).filter((row) => row >= 0);
  const share = 1 / Math.sqrt(known.length);
  const rowBytes = Math.ceil(size / 2);
  for (const row of known) {
    const scale = (scales[row] as number) * unit * share;
    const start = row * rowBytes;
    // As `numberAt` reads them, which would find the row anew for each number.
    for (let i = 0; i < size; i += 1) {
      const byte = rows[start + (i >> 1)] as number;
      const number = ((i & 1) === 0 ? byte & 15 : byte >> 4) - 8;
      input[offset + i] = (input[offset + i] as number) + number * scale;
    }
  }
}

/** The number at a place of a row, before its scale. */
export function numberAt(rows: Uint8Array, size: number, row: number, place: number): number {
  const byte = rows[row * Math.ceil(size / 2) + (place >> 1)] as number;
  return ((place & 1) === 0 ? byte & 15 : byte >> 4) - 8;
}

/** The layer's outputs before any bend. */
export function apply({ inputs, outputs, weights, biases }: Layer, input: Float32Array): Float32Array {
  const output = Float32Array.from(biases);
  for (let i = 0; i < inputs; i += 1) {
    const value = input[i] as number;
    if (value === 0) continue;
    const start = i * outputs;
    for (let o = 0; o < outputs; o += 1)
      output[o] = (output[o] as number) + value * (weights[start + o] as number);
  }
  return output;
}

export function find(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] as number;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
