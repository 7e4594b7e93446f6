import type { ChoiceModel } from './choice-model.ts';

/** A choice model as it is stored: its weights as base64. */
export interface StoredChoices {
  unit: number;
  weights: string;
}

export function encodeChoices({ unit, weights }: ChoiceModel): StoredChoices {
  const bytes = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength);
  return { unit, weights: bytes.toString('base64') };
}

export function decodeChoices({ unit, weights }: StoredChoices): ChoiceModel {
  const bytes = Buffer.from(weights, 'base64');
  return { unit, weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}
