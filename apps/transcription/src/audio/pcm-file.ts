import { type FileHandle, open, stat } from 'node:fs/promises';

export const PCM_SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;
/** Canonical WAV as ffmpeg writes it with -bitexact: `fmt ` of 16 bytes, then `data`. */
const HEADER_BYTES = 44;
const PIECE_BYTES = 128 * 1024;

/** Length in seconds of a 16 kHz mono WAV; 0 when there is no file or nothing in it. */
export async function pcmDuration(file: string): Promise<number> {
  try {
    const { size } = await stat(file);
    return Math.max(0, size - HEADER_BYTES) / BYTES_PER_SAMPLE / PCM_SAMPLE_RATE;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/**
 * The samples of a WAV in blocks of a whole number of frames; the last block may be shorter. A block is only good
 * until the next one: four hours through buffers of their own are 80 MB more before they are collected.
 */
export async function* readBlocks(file: string, frameSamples: number): AsyncGenerator<Int16Array> {
  const block = new Int16Array(frameSamples * 400);
  const bytes = new Uint8Array(block.buffer);
  await using source = await open(file, 'r');
  for (let position = HEADER_BYTES; ; ) {
    const filled = await fill(source, bytes, position);
    if (filled >= BYTES_PER_SAMPLE) yield block.subarray(0, Math.floor(filled / BYTES_PER_SAMPLE));
    if (filled < bytes.length) return;
    position += filled;
  }
}

/** @returns how many bytes there were, fewer only at the end of the file. */
async function fill(source: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await source.read(bytes, filled, bytes.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

interface Stretch {
  startTime: number;
  endTime: number;
}

/**
 * Copies a stretch of a WAV into a WAV of its own, with silence wherever none of `speech` is: in a pause an engine
 * would listen to the noise of the line, or to the other side leaking in. Times in seconds; `speech` is in order.
 * @param options.mirrors fills the band above 4 kHz, where a telephone carries nothing, with the mirror of that below.
 */
export async function writeWindow(
  from: string,
  to: string,
  window: Stretch,
  speech: readonly Stretch[],
  { mirrors = false }: { mirrors?: boolean } = {},
): Promise<void> {
  const length = bytesAt(window.endTime - window.startTime);
  const pauses = pausesOf(window, speech);
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, length));
  await using source = await open(from, 'r');
  await using target = await open(to, 'w');
  let written = 0;
  while (written < length) {
    const wanted = Math.min(piece.length, length - written);
    const position = HEADER_BYTES + bytesAt(window.startTime) + written;
    const { bytesRead } = await source.read(piece, 0, wanted, position);
    if (bytesRead === 0) break;
    for (const [start, end] of pauses) {
      if (end > written && start < written + bytesRead) {
        piece.fill(0, Math.max(0, start - written), Math.min(bytesRead, end - written));
      }
    }
    if (mirrors) mirrorBand(piece, bytesRead);
    await target.write(piece, 0, bytesRead, HEADER_BYTES + written);
    written += bytesRead;
  }
  await target.write(wavHeader(written), 0, HEADER_BYTES, 0);
}

/** Silences stretches of a WAV, in place. Times in seconds; what is beyond its end is left out. */
export async function silence(file: string, stretches: readonly Stretch[]): Promise<void> {
  await using target = await open(file, 'r+');
  const { size } = await target.stat();
  const zeros = Buffer.alloc(PIECE_BYTES);
  for (const { startTime, endTime } of stretches) {
    const end = Math.min(size, HEADER_BYTES + bytesAt(endTime));
    for (let position = HEADER_BYTES + bytesAt(Math.max(0, startTime)); position < end; ) {
      position += (await target.write(zeros, 0, Math.min(zeros.length, end - position), position))
        .bytesWritten;
    }
  }
}

/**
 * Every other sample on the line between its neighbours: as 8 kHz audio has half the samples, nothing is lost, and what
 * resampling had filtered away comes back, the fainter the further up.
 */
function mirrorBand(piece: Buffer, length: number): void {
  for (let at = 0; at + 6 <= length; at += 4) {
    piece.writeInt16LE((piece.readInt16LE(at) + piece.readInt16LE(at + 4)) >> 1, at + 2);
  }
}

/** Where nobody speaks, in bytes from the start of the window. */
function pausesOf(window: Stretch, speech: readonly Stretch[]): [number, number][] {
  const pauses: [number, number][] = [];
  let spokenTo = window.startTime;
  const addPause = (until: number): void => {
    const [start, end] = [bytesAt(spokenTo - window.startTime), bytesAt(until - window.startTime)];
    if (end > start) pauses.push([start, end]);
  };
  for (const { startTime, endTime } of speech) {
    if (startTime > window.endTime) break;
    if (endTime <= window.startTime) continue;
    addPause(startTime);
    spokenTo = Math.max(spokenTo, endTime);
  }
  addPause(window.endTime);
  return pauses;
}

function bytesAt(seconds: number): number {
  return Math.round(seconds * PCM_SAMPLE_RATE) * BYTES_PER_SAMPLE;
}

/** Of a 16 kHz mono WAV. */
export function wavHeader(dataBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(PCM_SAMPLE_RATE, 24);
  bytes.writeUInt32LE(PCM_SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
  bytes.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  bytes.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}
