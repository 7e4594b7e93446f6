import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';

export const PCM_SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;
/** Canonical WAV as ffmpeg writes it with -bitexact: `fmt ` of 16 bytes, then `data`. */
const HEADER_BYTES = 44;

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
 * until the next one.
 */
export async function* readBlocks(file: string, frameSamples: number): AsyncGenerator<Int16Array> {
  const blockBytes = frameSamples * BYTES_PER_SAMPLE * 400;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { start: HEADER_BYTES, highWaterMark: blockBytes })) {
    const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    const whole = bytes.length - (bytes.length % (frameSamples * BYTES_PER_SAMPLE));
    rest = bytes.subarray(whole);
    if (whole > 0) yield samplesOf(bytes.subarray(0, whole));
  }
  if (rest.length >= BYTES_PER_SAMPLE) yield samplesOf(rest);
}

function samplesOf(bytes: Buffer): Int16Array {
  // A copy where the bytes do not lie on an even address.
  const aligned =
    bytes.byteOffset % BYTES_PER_SAMPLE === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
  return new Int16Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.length / BYTES_PER_SAMPLE));
}

interface Stretch {
  startTime: number;
  endTime: number;
}

/**
 * Copies a stretch of a WAV into a WAV of its own, with silence wherever none of `speech` is: in a pause an engine
 * would listen to the noise of the line, or to the other side leaking in. Times in seconds; `speech` is in order.
 */
export async function writeWindow(
  from: string,
  to: string,
  window: Stretch,
  speech: readonly Stretch[],
): Promise<void> {
  const length = bytesAt(window.endTime - window.startTime);
  const bytes = Buffer.alloc(HEADER_BYTES + length);
  await using source = await open(from, 'r');
  const { bytesRead } = await source.read(
    bytes,
    HEADER_BYTES,
    length,
    HEADER_BYTES + bytesAt(window.startTime),
  );
  let spokenTo = window.startTime;
  for (const { startTime, endTime } of [...speech, { startTime: window.endTime, endTime: window.endTime }]) {
    if (endTime <= window.startTime || startTime > window.endTime) continue;
    const pause = [bytesAt(spokenTo - window.startTime), bytesAt(startTime - window.startTime)] as const;
    if (pause[1] > pause[0]) bytes.fill(0, HEADER_BYTES + pause[0], HEADER_BYTES + pause[1]);
    spokenTo = Math.max(spokenTo, endTime);
  }
  writeHeader(bytes, bytesRead);
  await using target = await open(to, 'w');
  await target.write(bytes, 0, HEADER_BYTES + bytesRead);
}

function bytesAt(seconds: number): number {
  return Math.round(seconds * PCM_SAMPLE_RATE) * BYTES_PER_SAMPLE;
}

function writeHeader(bytes: Buffer, dataBytes: number): void {
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
}
