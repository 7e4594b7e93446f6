import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Act } from '../../conversation/acts.ts';
import type { Embeddings, Layer, Network } from './network.ts';

/** What `training/train-acts.ts` makes and the classifier runs. */
export interface ActModel {
  /** Weight of each boundary feature. */
  boundaries: Embeddings;
  /** Above these a stretch begins. */
  thresholds: { punctuated: number; bare: number };
  network: Network;
  /** The network's outputs. */
  outputs: readonly string[];
  /** From what a stretch and those around it seem to do to what it does, calibrated on unseen writers. */
  context: Layer;
}

export type ModelOutput = Act | 'object' | 'praise' | 'blame';

const QUALITY = 5;

type StoredArray = Float32Array | Uint8Array;

/**
 * A JSON header that says what each array is, then the arrays in that order, each at a multiple of four bytes; hashes
 * as differences; all of it compressed, to five sixths.
 */
export function encodeModel(model: Omit<ActModel, 'context'>): Uint8Array<ArrayBuffer> {
  const arrays: StoredArray[] = [];
  const header = JSON.stringify(model, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value instanceof Uint32Array ? differences(value) : (value as StoredArray);
    arrays.push(array);
    const type = value instanceof Uint32Array ? 'Differences' : value.constructor.name;
    return { array: arrays.length - 1, type, length: array.length };
  });
  const head = new TextEncoder().encode(header);
  const offsets: number[] = [];
  let size = padded(4 + head.length);
  for (const array of arrays) {
    offsets.push(size);
    size += padded(array.byteLength);
  }
  const file = new Uint8Array(size);
  new DataView(file.buffer).setUint32(0, head.length, true);
  file.set(head, 4);
  arrays.forEach((array, i) => {
    file.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offsets[i] as number);
  });
  // More effort saves a thousandth and takes twenty times as long.
  return new Uint8Array(brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }));
}

/** @throws where the file is cut short or is not a model. */
export function decodeModel(bytes: Uint8Array): ActModel {
  const file = new Uint8Array(brotliDecompressSync(bytes)).buffer;
  const headLength = new DataView(file).getUint32(0, true);
  let offset = padded(4 + headLength);
  const head = new TextDecoder().decode(new Uint8Array(file, 4, headLength));
  const kinds = { Float32Array, Uint8Array, Differences: Uint8Array };
  return JSON.parse(head, (_, value: unknown) => {
    const place = value as { array?: number; type: keyof typeof kinds; length: number } | null;
    if (typeof place !== 'object' || place?.array === undefined) return value;
    const array = new kinds[place.type](file, offset, place.length);
    offset += padded(array.byteLength);
    return place.type === 'Differences' ? summed(array as Uint8Array) : array;
  }) as ActModel;
}

const BITS = 7;
const MORE = 1 << BITS;

/** Ascending numbers as what each is more than the one before: seven bits a byte, lowest first, the eighth says that more follow. */
function differences(ascending: Uint32Array): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const number of ascending) {
    if (number < before) throw new Error('Hashes of a model must ascend');
    let rest = number - before;
    for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push(MORE + (rest % MORE));
    bytes.push(rest);
    before = number;
  }
  return Uint8Array.from(bytes);
}

function summed(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.reduce((count, byte) => count + Number(byte < MORE), 0));
  let [at, sum, unit] = [0, 0, 1];
  for (const byte of bytes) {
    sum += (byte % MORE) * unit;
    unit *= MORE;
    if (byte >= MORE) continue;
    numbers[at++] = sum;
    unit = 1;
  }
  return numbers;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
