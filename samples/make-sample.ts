/**
 * Rebuilds a sample call from its script, `node samples/make-sample.ts samples/sales-call`, or the sound of the sample
 * team's calls that have one, `node samples/make-sample.ts samples/sales-team`, as it is kept for listening.
 * Needs flite and ffmpeg. Every speaker has a channel of their own, as telephone systems record it.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeAudio } from '../apps/transcription/src/keeping/encode-audio.ts';
import { measurePeaks } from '../apps/transcription/src/keeping/measure-peaks.ts';
import { RATE, speak } from '../bench/speech/voices.ts';
import { sampleTeam } from '../packages/cli/src/start/sample-team.ts';
import { readTranscript } from '../packages/cli/src/submit/submit-transcript.ts';

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
/** How much slower or faster than usual a voice can still be listened to. */
const MOST_STRETCH = 1.25;
const WAV_HEADER_BYTES = 44;

const directory = path.resolve(process.argv[2] ?? 'samples/sales-call');
const output = path.resolve(process.argv[3] ?? path.join(directory, 'call.mp3'));
const scratch = mkdtempSync(path.join(tmpdir(), 'debrief-sample-'));
try {
  if (existsSync(path.join(directory, 'script.json'))) await makeCall();
  else await makeSounds();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function makeCall(): Promise<void> {
  const script = JSON.parse(readFileSync(path.join(directory, 'script.json'), 'utf8')) as Script;
  const wav = path.join(scratch, 'call.wav');
  writeFileSync(wav, wavOf(await layOut(script)));
  execFileSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', wav, '-map_metadata', '-1', '-fflags', '+bitexact'],
    ...['-flags:a', '+bitexact', ...encoding(output), output],
  ]);
}

/** Each line is said when its transcript says, which has the times of a usual pace: both go together. */
async function makeSounds(): Promise<void> {
  for (const { file, described, sound } of sampleTeam('2026-11-09')) {
    if (sound === null) continue;
    const { segments } = (await readTranscript(file, described)).transcript;
    const placed = [];
    for (const { text, start_time, end_time, role } of segments) {
      const voice = { program: 'flite', voice: sound.voices[role], pace: 1 } as const;
      const usual = (await speak(voice, text, scratch)).length / RATE;
      const pace = Math.min(MOST_STRETCH, Math.max(1 / MOST_STRETCH, (end_time - start_time) / usual));
      const samples = await speak({ ...voice, pace }, text, scratch);
      placed.push({
        channel: role === 'agent' ? 0 : 1,
        start: Math.round(start_time * RATE),
        samples,
      } as const);
    }
    const channels = mix(placed).map((samples, channel) => {
      const wav = path.join(scratch, `${channel}.wav`);
      writeFileSync(wav, wavOf([samples]));
      return wav;
    });
    const peaks = await Promise.all(channels.map((wav) => measurePeaks(wav, () => undefined)));
    const { signal } = new AbortController();
    copyFileSync((await encodeAudio({ channels, signal, onProgress: () => undefined })).file, sound.file);
    const { size } = statSync(channels[0] ?? '');
    const duration_seconds = Math.round((size - WAV_HEADER_BYTES) / 2 / RATE);
    writeFileSync(sound.about, `${JSON.stringify({ duration_seconds, peaks })}\n`);
  }
}

function encoding(file: string): string[] {
  if (file.endsWith('.mp3')) return ['-c:a', 'libmp3lame', '-b:a', '64k', '-joint_stereo', '0'];
  if (file.endsWith('.ogg')) return ['-c:a', 'libvorbis', '-q:a', '4'];
  return [];
}

async function layOut({ voices, lines, pause_seconds }: Script): Promise<[Int16Array, Int16Array]> {
  let lastStart = 0;
  let lastEnd = 0.6 * RATE;
  const placed: Placed[] = [];
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
  return mix(placed);
}

interface Placed {
  channel: 0 | 1;
  start: number;
  samples: Int16Array;
}

function mix(placed: readonly Placed[]): [Int16Array, Int16Array] {
  const length = RATE + Math.max(...placed.map(({ start, samples }) => start + samples.length));
  const channels: [Int16Array, Int16Array] = [hiss(length, 1), hiss(length, 2)];
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

/** Of one channel or two. */
function wavOf(channels: readonly Int16Array[]): Buffer {
  const [first = new Int16Array()] = channels;
  const frame = channels.length * 2;
  const data = Buffer.alloc(first.length * frame);
  for (const [channel, samples] of channels.entries()) {
    for (let index = 0; index < samples.length; index += 1)
      data.writeInt16LE(samples[index] ?? 0, index * frame + channel * 2);
  }
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * frame, 28);
  header.writeUInt16LE(frame, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
