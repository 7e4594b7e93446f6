import type { Embeddings } from '../src/engines/built-in/classifier/network.ts';

/** Rows as multiples of a scale of their own, -127 to 127. */
export function quantised(hashes: readonly number[], values: Float32Array, size: number): Embeddings {
  const scales = new Float32Array(hashes.length);
  const rows = new Int8Array(hashes.length * size);
  for (let row = 0; row < hashes.length; row += 1) {
    const own = values.subarray(row * size, (row + 1) * size);
    const scale = own.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / 127;
    scales[row] = scale;
    own.forEach((value, i) => {
      rows[row * size + i] = Math.round(value / scale);
    });
  }
  return { size, hashes: Uint32Array.from(hashes), scales, rows };
}
