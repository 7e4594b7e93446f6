import type { FileHandle } from 'node:fs/promises';

export class WavFormatError extends Error {}

/** Where the samples of a WAV file lie. */
export interface WavSamples {
  readonly offset: number;
  readonly count: number;
}

/** Finds the samples of a mono 16 kHz 16-bit PCM WAV file. A size left open by a streaming writer ends with the file. */
export async function findWavSamples(file: FileHandle): Promise<WavSamples> {
  const { size } = await file.stat();
  const header = Buffer.alloc(24);
  const read = async (position: number, length: number) => {
    const { bytesRead } = await file.read(header, 0, length, position);
    if (bytesRead < length) throw new WavFormatError('The WAV file ends within its header');
  };
  await read(0, 12);
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WAVE') {
    throw new WavFormatError('Not a WAV file');
  }
  for (let at = 12; ; ) {
    await read(at, 8);
    const kind = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    if (kind === 'data') {
      return { offset: at + 8, count: Math.floor(Math.min(length, size - at - 8) / 2) };
    }
    if (kind === 'fmt ') {
      await read(at + 8, 16);
      const mono16kHz16Bit =
        header.readUInt16LE(2) === 1 && header.readUInt32LE(4) === 16_000 && header.readUInt16LE(14) === 16;
      if (!mono16kHz16Bit) throw new WavFormatError('Not mono 16 kHz 16-bit PCM');
    }
    at += 8 + length + (length % 2);
  }
}

/** Samples from `start` on, at most `into.length` of them and none beyond the end. Returns how many. */
export async function readSamples(
  file: FileHandle,
  { offset, count }: WavSamples,
  start: number,
  into: Int16Array,
): Promise<number> {
  const wanted = Math.max(0, Math.min(into.length, count - start));
  const bytes = Buffer.from(into.buffer, into.byteOffset, wanted * 2);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, offset + start * 2 + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return Math.floor(filled / 2);
}
