import { dirname } from 'node:path';
import { SherpaProcess } from '../engines/sherpa-onnx-process.ts';
import type { SpeechRegion } from '../speakers/separate-voices.ts';
import { PCM_SAMPLE_RATE, readBlocks } from './pcm-file.ts';

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
const MEMORY_BYTES = 3 * 1024 ** 3;
const TIMES = { silentMs: 15_000, answerMs: 60_000 };

/**
 * Stretches of speech in a 16 kHz mono WAV as Silero VAD hears them, in a child of its own: unlike a level, it tells
 * speech from music, tones and noise.
 * @param model file of Silero VAD, version 4 or later.
 * @throws ChildLost when the model cannot be loaded, or its child ends.
 */
export async function findSpeechBySilero(options: {
  file: string;
  model: string;
  signal: AbortSignal;
  onProgress: () => void;
}): Promise<SpeechRegion[]> {
  const { file, model, signal, onProgress } = options;
  const sileroVad = {
    model,
    threshold: THRESHOLD,
    minSilenceDuration: PAUSE_SECONDS,
    minSpeechDuration: SHORTEST_SECONDS,
    maxSpeechDuration: LONGEST_SECONDS,
    windowSize: STEP_SAMPLES,
  };
  const child = await SherpaProcess.start({
    ...{ task: 'find_speech', folder: dirname(model), memoryBytes: MEMORY_BYTES, times: TIMES },
    config: { sileroVad, sampleRate: PCM_SAMPLE_RATE, numThreads: 1, debug: 0, provider: 'cpu' },
    ...{ signal, onProgress },
  });
  const found: { start: number; length: number }[] = [];
  let total = 0;
  try {
    for await (const block of readBlocks(file, STEP_SAMPLES)) {
      total += block.length;
      const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
      found.push(...((await child.ask(bytes, signal, onProgress)) as typeof found));
    }
    found.push(...((await child.ask(Buffer.alloc(0), signal, onProgress)) as typeof found));
  } finally {
    child.kill();
  }
  return padded(found, total / PCM_SAMPLE_RATE);
}

/** Regions with their quiet ends; what then touches is one. */
function padded(
  found: readonly { start: number; length: number }[],
  durationSeconds: number,
): SpeechRegion[] {
  const regions: SpeechRegion[] = [];
  for (const { start, length } of found) {
    const startTime = Math.max(0, start / PCM_SAMPLE_RATE - PADDING_SECONDS);
    const endTime = Math.min(durationSeconds, (start + length) / PCM_SAMPLE_RATE + PADDING_SECONDS);
    const last = regions.at(-1);
    if (last !== undefined && startTime <= last.endTime) last.endTime = endTime;
    else regions.push({ startTime, endTime });
  }
  return regions;
}
