import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { seeded } from '../../apps/coaching/training/seeded.ts';
import type { Span, Turn } from './labelled-call.ts';
import type { CallPlan } from './plan-calls.ts';
import { RATE, speak } from './voices.ts';

const LEAD_SECONDS = 0.6;
const TRAIL_SECONDS = 0.8;
/** Between two turns. */
const PAUSE_SECONDS = [0.15, 0.9] as const;
/** A recording is never digitally silent. */
const ROOM = 0.0006;
/** -22 dBFS: all voices are equally loud. */
const SPEECH = 0.08;
const FRAME_SECONDS = 0.01;
/** Quieter than the -22 dBFS of a line by 32 dB. */
const AUDIBLE = SPEECH * 10 ** (-32 / 20);
const GAP_SECONDS = 0.2;
const PACKET_SECONDS = 0.02;
const SHORT_WORDS = 6;

interface Placed extends Turn {
  spoken: Span[];
  startTime: number;
  endTime: number;
  samples: Float32Array;
}

/** Speaks the turns of a plan one after another, and mixes them as they are recorded. */
export async function layOut(
  plan: CallPlan,
  linesFolder: string,
  signal: AbortSignal,
): Promise<{ channels: Float32Array[]; turns: Turn[] }> {
  const random = seeded(plan.seed);
  const turns = await place(plan, linesFolder, random, signal);
  const end = Math.max(...turns.map(({ endTime }) => endTime)) + TRAIL_SECONDS;
  const length = Math.ceil(end * RATE);
  const sides = { agent: new Float32Array(length), contact: new Float32Array(length) };
  const { layout, noise, contactDb = 0, leakDb, tooLoudDb = 0, lostPackets = 0 } = plan.condition;
  const gains = { agent: 1, contact: decibels(-contactDb) };
  for (const { role, startTime, samples } of turns) {
    add(sides[role], samples, Math.round(startTime * RATE), gains[role]);
  }
  const { agent, contact } = sides;
  const leak = leakDb === undefined ? 0 : decibels(-leakDb);
  const channels =
    layout === 'mono' ? [mix(agent, contact, 1)] : [mix(agent, contact, leak), mix(contact, agent, leak)];
  for (const channel of channels) {
    hiss(channel, ROOM, random);
    const level = SPEECH * decibels(-(noise?.belowSpeechDb ?? 0));
    if (noise?.sound === 'hiss') hiss(channel, level, random);
    else if (noise?.sound === 'hum') hum(channel, level);
    else if (noise?.sound === 'babble') babble(channel, turns, level, random);
    if (tooLoudDb > 0) amplify(channel, decibels(tooLoudDb));
    if (lostPackets > 0) lose(channel, lostPackets, random);
  }
  return { channels, turns: turns.map(({ role, text, spoken }) => ({ role, text, spoken })) };
}

async function place(
  plan: CallPlan,
  linesFolder: string,
  random: () => number,
  signal: AbortSignal,
): Promise<Placed[]> {
  const placed: Placed[] = [];
  let lastEnd = LEAD_SECONDS;
  for (const { role, text } of linesOf(plan)) {
    const samples = levelled(await speak(plan.voices[role], text, linesFolder, signal));
    const before = placed.at(-1);
    const [least, most] = PAUSE_SECONDS;
    let startTime = before === undefined ? lastEnd : lastEnd + least + random() * (most - least);
    if (before !== undefined && before.role !== role && random() < (plan.condition.overlap ?? 0)) {
      startTime = Math.max(before.startTime + 0.3, lastEnd - 0.3 - 0.9 * random());
    }
    const endTime = startTime + samples.length / RATE;
    placed.push({ role, text, samples, startTime, endTime, spoken: audible(samples, startTime) });
    lastEnd = Math.max(lastEnd, endTime);
    if (lastEnd > plan.seconds) break;
  }
  return placed;
}

function linesOf({ script, condition }: CallPlan): { role: SpeakerRole; text: string }[] {
  const lines = script.turns.map(({ speaker, text }) => ({ role: speaker, text }));
  if (condition.turns === 'short') {
    // The first sentence, or the beginning of it.
    return lines.map(({ role, text }) => {
      const [sentence = text] = /^.*?[.?!](?=\s|$)/.exec(text) ?? [];
      return { role, text: sentence.split(' ').slice(0, SHORT_WORDS).join(' ') };
    });
  }
  if (condition.turns === 'long') {
    const said = (role: SpeakerRole, from: number) =>
      lines
        .slice(from, from + 6)
        .filter((line) => line.role === role)
        .map(({ text }) => text)
        .join(' ');
    return lines
      .flatMap((_, at) =>
        at % 6 > 0 ? [] : (['agent', 'contact'] as const).map((role) => ({ role, text: said(role, at) })),
      )
      .filter(({ text }) => text !== '');
  }
  return lines;
}

/** Samples of -1 to 1. */
function levelled(samples: Int16Array): Float32Array {
  const energy = samples.reduce((sum, sample) => sum + sample ** 2, 0);
  const scale = SPEECH / Math.max(1, Math.sqrt(energy / Math.max(1, samples.length)));
  return Float32Array.from(samples, (sample) => sample * scale);
}

/** Where a line sounds: pauses shorter than a fifth of a second belong to it. */
function audible(samples: Float32Array, startTime: number): Span[] {
  const spans: Span[] = [];
  const step = FRAME_SECONDS * RATE;
  for (let at = 0; at < samples.length; at += step) {
    const frame = samples.subarray(at, at + step);
    const energy = frame.reduce((sum, sample) => sum + sample ** 2, 0) / frame.length;
    if (Math.sqrt(energy) < AUDIBLE) continue;
    const [from, to] = [startTime + at / RATE, startTime + (at + frame.length) / RATE];
    const last = spans.at(-1);
    if (last !== undefined && from - last.endTime <= GAP_SECONDS) last.endTime = to;
    else spans.push({ startTime: from, endTime: to });
  }
  return spans;
}

function add(target: Float32Array, samples: Float32Array, from: number, gain: number): void {
  for (let index = 0; index < samples.length && from + index < target.length; index += 1) {
    target[from + index] = (target[from + index] ?? 0) + gain * (samples[index] ?? 0);
  }
}

function mix(one: Float32Array, other: Float32Array, gain: number): Float32Array {
  const mixed = Float32Array.from(one);
  add(mixed, other, 0, gain);
  return mixed;
}

/** Noise that falls by 3 to 6 dB an octave, as that of rooms and lines does. */
function hiss(channel: Float32Array, level: number, random: () => number): void {
  let state = 0;
  // The root mean square of what the filter makes of a uniform noise.
  const scale = level / Math.sqrt(1 / 12 / (1 - 0.7 ** 2));
  for (let index = 0; index < channel.length; index += 1) {
    state = 0.7 * state + (random() - 0.5);
    channel[index] = (channel[index] ?? 0) + scale * state;
  }
}

/** Mains, with the third and fifth harmonic that are heard of it. */
function hum(channel: Float32Array, level: number): void {
  for (let index = 0; index < channel.length; index += 1) {
    const turn = (2 * Math.PI * 50 * index) / RATE;
    const wave =
      Math.sin(turn) + 0.6 * Math.sin(3 * turn) + 0.4 * Math.sin(5 * turn) + 0.3 * Math.sin(7 * turn);
    channel[index] = (channel[index] ?? 0) + level * wave;
  }
}

/** A room of people: lines of the call backwards, several at a time, of which nobody understands a word. */
function babble(channel: Float32Array, turns: readonly Placed[], level: number, random: () => number): void {
  const lines = turns.map(({ samples }) => samples.toReversed());
  const people = 3;
  for (let person = 0; person < people; person += 1) {
    for (let at = 0; at < channel.length; ) {
      const line = lines[Math.floor(random() * lines.length)] as Float32Array;
      add(channel, line, at, level / SPEECH / Math.sqrt(people));
      at += Math.max(RATE, line.length);
    }
  }
}

/** What is above full scale is cut off when the samples are written. */
function amplify(channel: Float32Array, gain: number): void {
  channel.forEach((sample, index) => {
    channel[index] = gain * sample;
  });
}

function lose(channel: Float32Array, share: number, random: () => number): void {
  const packet = PACKET_SECONDS * RATE;
  for (let at = 0; at < channel.length; at += packet) {
    if (random() < share) channel.fill(0, at, at + packet);
  }
}

const decibels = (db: number): number => 10 ** (db / 20);
