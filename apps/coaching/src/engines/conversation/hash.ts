const BASIS = 0x811c9dc5;

/**
 * FNV-1a, 32 bits: the same feature has the same number everywhere. What is given the hash of what stands before it
 * goes on from there: `hash(b, hash(a))` is `hash(a + b)`.
 */
export function hash(feature: string, before = BASIS): number {
  let h = before;
  for (let i = 0; i < feature.length; i += 1) {
    h ^= feature.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}
