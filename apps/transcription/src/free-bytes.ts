/**
 * Frees at once what lies outside V8's heap, for good. Left to V8, megabytes of it stay until its own heap has grown
 * enough to be collected.
 */
export function freeBytes(...arrays: readonly (Float32Array | Uint8Array)[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
