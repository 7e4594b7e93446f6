import type { ModelChildren, ModelChildrenOptions } from '../engines/model-children.ts';
import type { SpeechRegion } from '../speakers/separate-voices.ts';
import { PCM_SAMPLE_RATE, pcmDuration, readBlocks } from './pcm-file.ts';

/** The model listens in steps of 32 ms. */
const STEP_SAMPLES = 512;
const THRESHOLD = 0.5;
/** As `findSpeech` has them: a shorter pause is within a word or between two, and shorter speech is a click. */
const PAUSE_SECONDS = 0.3;
const SHORTEST_SECONDS = 0.12;
/** Beginnings and endings are quieter than what the model is sure of. */
const PADDING_SECONDS = 0.1;
/** Longer speech is cut where the model is least sure; a window is no longer anyway. */
const LONGEST_SECONDS = 28;

/** Children that hold Silero VAD, version 4 or later. */
export const sileroChildren: Omit<ModelChildrenOptions, 'modelsDir' | 'log' | 'max'> = {
  purpose: 'speech found',
  task: 'find_speech',
  roles: ['vad'],
  configOf: (model) => ({
    sileroVad: {
      model: model('vad'),
      threshold: THRESHOLD,
      minSilenceDuration: PAUSE_SECONDS,
      minSpeechDuration: SHORTEST_SECONDS,
      maxSpeechDuration: LONGEST_SECONDS,
      windowSize: STEP_SAMPLES,
    },
    ...{ sampleRate: PCM_SAMPLE_RATE, numThreads: 1, debug: 0, provider: 'cpu' },
  }),
  memoryBytes: 3 * 1024 ** 3,
  times: { silentMs: 15_000, answerMs: 60_000 },
};

/**
 * Stretches of speech in a 16 kHz mono WAV as Silero VAD hears them: unlike a level, it tells speech from music, tones
 * and noise. Null where no model can be used.
 * @param sounding where there may be any, in order. Listening takes six thousandths of the time that is listened to, a
 * tenth of what a fast engine needs for it, and half of a channel is silent.
 */
export async function findSpeechBySilero(
  children: ModelChildren,
  options: {
    file: string;
    sounding: readonly SpeechRegion[];
    signal: AbortSignal;
    onProgress: () => void;
    /** How much of the file is behind it, 0 to 1. */
    onShare?: (share: number) => void;
  },
): Promise<SpeechRegion[] | null> {
  const { file, sounding, signal, onProgress, onShare } = options;
  const seconds = await pcmDuration(file);
  return children.use(signal, onProgress, async (child, progress) => {
    const found: { start: number; length: number }[] = [];
    const passed = new PassedSamples(sounding);
    try {
      for await (const block of readBlocks(file, STEP_SAMPLES)) {
        const bytes = passed.of(block);
        if (bytes.length > 0) found.push(...((await child.ask(bytes, signal, progress)) as typeof found));
        onShare?.(passed.seconds / seconds);
      }
      found.push(...((await child.ask(Buffer.alloc(0), signal, progress)) as typeof found));
    } catch (error) {
      // It would take the next recording for more of this one.
      child.kill();
      throw error;
    }
    return padded(found.map(passed.timesOf), passed.seconds);
  });
}

/** What of a recording the model hears, and when that was. */
class PassedSamples {
  readonly #sounding: readonly { start: number; end: number }[];
  /** Of what was passed: where it begins in the recording and in what the model hears. */
  readonly #runs: { from: number; at: number }[] = [];
  #read = 0;
  #passed = 0;
  #next = 0;

  constructor(sounding: readonly SpeechRegion[]) {
    const sampleAt = (seconds: number) =>
      Math.round((seconds * PCM_SAMPLE_RATE) / STEP_SAMPLES) * STEP_SAMPLES;
    this.#sounding = sounding.map(({ startTime, endTime }) => ({
      start: sampleAt(startTime),
      end: sampleAt(endTime),
    }));
  }

  get seconds(): number {
    return this.#read / PCM_SAMPLE_RATE;
  }

  /** Of the block that follows the last one, what is to be heard. */
  of(block: Int16Array): Buffer {
    const parts: Buffer[] = [];
    const begin = this.#read;
    const end = begin + block.length;
    for (let stretch = this.#sounding[this.#next]; stretch; stretch = this.#sounding[this.#next]) {
      const from = Math.max(begin, stretch.start);
      const to = Math.min(end, stretch.end);
      if (to > from) {
        parts.push(Buffer.from(block.buffer, block.byteOffset + (from - begin) * 2, (to - from) * 2));
        if (from === stretch.start || this.#runs.length === 0) this.#runs.push({ from, at: this.#passed });
        this.#passed += to - from;
      }
      if (stretch.end > end) break;
      this.#next += 1;
    }
    this.#read = end;
    return Buffer.concat(parts);
  }

  timesOf = ({ start, length }: { start: number; length: number }): SpeechRegion => ({
    startTime: this.#timeOf(start),
    endTime: this.#timeOf(start + length - 1),
  });

  #timeOf(heard: number): number {
    const run = this.#runs.findLast(({ at }) => at <= heard) ?? { from: 0, at: 0 };
    return (run.from + heard - run.at) / PCM_SAMPLE_RATE;
  }
}

/** Regions with their quiet ends; what then touches is one. */
function padded(found: readonly SpeechRegion[], durationSeconds: number): SpeechRegion[] {
  const regions: SpeechRegion[] = [];
  for (const region of found) {
    const startTime = Math.max(0, region.startTime - PADDING_SECONDS);
    const endTime = Math.min(durationSeconds, region.endTime + PADDING_SECONDS);
    const last = regions.at(-1);
    if (last !== undefined && startTime <= last.endTime) last.endTime = endTime;
    else regions.push({ startTime, endTime });
  }
  return regions;
}
