import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

const RATE = 16_000;

/** A larynx and a vocal tract: pitch, and what the tract does to the formants of a vowel. */
export interface SyntheticVoice {
  pitchHz: number;
  tract: number;
}

export const LOW: SyntheticVoice = { pitchHz: 105, tract: 1 };
export const HIGH: SyntheticVoice = { pitchHz: 195, tract: 1.18 };

/** Formants in Hz of a, e, i, o, u. */
const VOWELS = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;

export interface Utterance {
  voice: SyntheticVoice;
  seconds: number;
  /** Silence before it. */
  afterSeconds: number;
}

export interface SyntheticCall {
  file: string;
  regions: { startTime: number; endTime: number }[];
}

const synthesized = new Map<string, { bytes: Buffer; regions: SyntheticCall['regions'] }>();

/** Writes a mono call of utterances and returns where each lies. Deterministic: the same call gives the same bytes. */
export async function synthesizeCall(t: Test, utterances: readonly Utterance[]): Promise<SyntheticCall> {
  const folder = await mkdtemp(join(tmpdir(), 'debrief-speakers-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const key = JSON.stringify(utterances);
  const call = synthesized.get(key) ?? synthesize(utterances);
  synthesized.set(key, call);
  const file = join(folder, 'call.wav');
  await writeFile(file, call.bytes);
  return { file, regions: call.regions };
}

function synthesize(utterances: readonly Utterance[]) {
  const random = generator(7);
  const parts: Float64Array[] = [];
  const regions: SyntheticCall['regions'] = [];
  let at = 0;
  for (const { voice, seconds, afterSeconds } of utterances) {
    parts.push(new Float64Array(Math.round(afterSeconds * RATE)), utter(voice, seconds, random));
    regions.push({ startTime: at + afterSeconds, endTime: at + afterSeconds + seconds });
    at += afterSeconds + seconds;
  }
  return { bytes: wav(parts, random), regions };
}

/** Syllables of 0.2 s, each a vowel on a moving pitch with a dip of loudness after it. */
function utter({ pitchHz, tract }: SyntheticVoice, seconds: number, random: () => number): Float64Array {
  const samples = new Float64Array(Math.round(seconds * RATE));
  const syllable = Math.round(0.2 * RATE);
  let phase = 0;
  for (let from = 0; from < samples.length; from += syllable) {
    const vowel = VOWELS[Math.floor(random() * VOWELS.length)] ?? VOWELS[0];
    const pitch = pitchHz * (0.88 + 0.24 * random());
    const resonators = vowel.map((hz) => resonator(hz * tract * (0.97 + 0.06 * random()), 90));
    for (let i = from; i < Math.min(from + syllable, samples.length); i++) {
      phase += pitch / RATE;
      const pulse = phase >= 1 ? 1 : 0;
      phase %= 1;
      const loudness = Math.sin((Math.PI * (i - from + 1)) / (syllable + 1)) ** 0.5;
      samples[i] = loudness * resonators.reduce((signal, resonate) => resonate(signal), pulse);
    }
  }
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return samples.map((sample) => sample / peak);
}

function resonator(hz: number, bandwidthHz: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * bandwidthHz) / RATE);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hz) / RATE);
  let last = 0;
  let before = 0;
  return (sample) => {
    const next = (1 - turn + radius ** 2) * sample + turn * last - radius ** 2 * before;
    before = last;
    last = next;
    return next;
  };
}

function wav(parts: readonly Float64Array[], random: () => number): Buffer {
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  const file = Buffer.alloc(44 + count * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + count * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(count * 2, 40);
  let at = 44;
  for (const part of parts) {
    for (const sample of part) {
      file.writeInt16LE(Math.round(9_000 * sample + 40 * (random() - 0.5)), at);
      at += 2;
    }
  }
  return file;
}

/** Park and Miller's generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
