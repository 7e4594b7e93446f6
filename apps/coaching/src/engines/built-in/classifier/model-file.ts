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

type TypedArray = Uint32Array | Float32Array | Uint8Array;

/** A JSON header that says what each array is, then the arrays in that order, each at a multiple of four bytes. */
export function encodeModel(model: Omit<ActModel, 'context'>): Uint8Array<ArrayBuffer> {
  const arrays: TypedArray[] = [];
  const header = JSON.stringify(model, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    arrays.push(value as TypedArray);
    return { array: arrays.length - 1, type: value.constructor.name, length: (value as TypedArray).length };
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
  return file;
}

/** @throws where the file is cut short or is not a model. */
export function decodeModel(bytes: Uint8Array): ActModel {
  const file = new Uint8Array(bytes).buffer;
  const headLength = new DataView(file).getUint32(0, true);
  let offset = padded(4 + headLength);
  const head = new TextDecoder().decode(new Uint8Array(file, 4, headLength));
  const kinds = { Uint32Array, Float32Array, Uint8Array };
  return JSON.parse(head, (_, value: unknown) => {
    const place = value as { array?: number; type: keyof typeof kinds; length: number } | null;
    if (typeof place !== 'object' || place?.array === undefined) return value;
    const array = new kinds[place.type](file, offset, place.length);
    offset += padded(array.byteLength);
    return array;
  }) as ActModel;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
