/**
 * Rebuilds a sample call from its script: `node samples/make-sample.ts samples/sales-call`.
 * Needs flite and ffmpeg. Every speaker has a channel of their own, as telephone systems record it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RATE, speak } from '../bench/speech/voices.ts';

interface Script {
  /** flite voice, its slowness (1 is its own pace) and the channel (0 left, 1 right) of each speaker. */
  voices: Record<string, { voice: string; stretch: number; channel: 0 | 1 }>;
  /** Silence before a line that does not name its own, in seconds. */
  pause_seconds: number;
  lines: {
    speaker: string;
    text: string;
    pause_seconds?: number;
    /** Said while the line before is still going on: seconds after that line's start. */
    over_seconds?: number;
  }[];
}

/** Quiet room hiss, about -66 dBFS: a recording is never digitally silent. */
const HISS_PEAK = 28;

const directory = path.resolve(process.argv[2] ?? 'samples/sales-call');
const output = path.resolve(process.argv[3] ?? path.join(directory, 'call.mp3'));
const script = JSON.parse(readFileSync(path.join(directory, 'script.json'), 'utf8')) as Script;
const scratch = mkdtempSync(path.join(tmpdir(), 'debrief-sample-'));
try {
  const wav = path.join(scratch, 'call.wav');
  writeFileSync(wav, stereoWav(await layOut(script)));
  execFileSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', wav, '-map_metadata', '-1', '-fflags', '+bitexact'],
    ...['-flags:a', '+bitexact', ...encoding(output), output],
  ]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function encoding(file: string): string[] {
  if (file.endsWith('.mp3')) return ['-c:a', 'libmp3lame', '-b:a', '64k', '-joint_stereo', '0'];
  if (file.endsWith('.ogg')) return ['-c:a', 'libvorbis', '-q:a', '4'];
  return [];
}

async function layOut({ voices, lines, pause_seconds }: Script): Promise<[Int16Array, Int16Array]> {
  let lastStart = 0;
  let lastEnd = 0.6 * RATE;
  const placed: { channel: 0 | 1; start: number; samples: Int16Array }[] = [];
  for (const line of lines) {
    const voice = voices[line.speaker];
    if (voice === undefined) throw new Error(`No voice for speaker ${line.speaker}`);
    const flite = { program: 'flite', voice: voice.voice, pace: voice.stretch } as const;
    const samples = await speak(flite, line.text, scratch);
    const start = Math.round(
      line.over_seconds === undefined
        ? lastEnd + (line.pause_seconds ?? pause_seconds) * RATE
        : lastStart + line.over_seconds * RATE,
    );
    if (line.over_seconds === undefined) lastStart = start;
    lastEnd = Math.max(lastEnd, start + samples.length);
    placed.push({ channel: voice.channel, start, samples });
  }
  const channels: [Int16Array, Int16Array] = [hiss(lastEnd + RATE, 1), hiss(lastEnd + RATE, 2)];
  for (const { channel, start, samples } of placed) {
    for (let index = 0; index < samples.length; index += 1) {
      const at = start + index;
      channels[channel][at] = (channels[channel][at] ?? 0) + (samples[index] ?? 0);
    }
  }
  return channels;
}

/** The same hiss on every run (a linear congruential generator), a different one on each channel. */
function hiss(length: number, seed: number): Int16Array {
  let state = seed;
  return Int16Array.from({ length: Math.round(length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round((state / 0x1_0000_0000 - 0.5) * 2 * HISS_PEAK);
  });
}

function stereoWav([left, right]: [Int16Array, Int16Array]): Buffer {
  const data = Buffer.alloc(left.length * 4);
  for (let index = 0; index < left.length; index += 1) {
    data.writeInt16LE(left[index] ?? 0, index * 4);
    data.writeInt16LE(right[index] ?? 0, index * 4 + 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
