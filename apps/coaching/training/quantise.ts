import type { Embeddings } from '../src/engines/built-in/classifier/network.ts';

const MOST = 7;

/** Rows as multiples of a scale of their own, -7 to 7, two numbers in a byte. */
export function quantised(hashes: readonly number[], values: Float32Array, size: number): Embeddings {
  const width = Math.ceil(size / 2);
  const scales = new Float32Array(hashes.length);
  const rows = new Uint8Array(hashes.length * width);
  for (let row = 0; row < hashes.length; row += 1) {
    const own = values.subarray(row * size, (row + 1) * size);
    const scale = own.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / MOST;
    scales[row] = scale;
    own.forEach((value, i) => {
      const at = row * width + (i >> 1);
      const number = Math.round(value / scale) + MOST + 1;
      rows[at] = (rows[at] as number) | ((i & 1) === 0 ? number : number << 4);
    });
  }
  return { size, hashes: Uint32Array.from(hashes), scales, unit: 1, rows };
}

const SCALES = 255;

/** The same with scales of a byte each, which keeps the file under 2 MB. */
export function withSmallScales(embeddings: Embeddings): Embeddings {
  const scales = [...embeddings.scales];
  const unit = scales.reduce((most, scale) => Math.max(most, scale), 1e-9) / SCALES;
  return {
    ...embeddings,
    unit,
    scales: Uint8Array.from(scales, (scale) => Math.max(1, Math.round(scale / unit))),
  };
}
