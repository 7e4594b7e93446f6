import { open } from 'node:fs/promises';
import { clusterVoices } from './cluster-voices.ts';
import type { Voice } from './follow-voices.ts';
import { measurePieces, type Piece } from './measure-pieces.ts';
import { VoiceFeatures } from './voice-features.ts';
import { findWavSamples } from './wav-samples.ts';

/** Of the time that it takes, some. */
const MEASURING_SHARE = 0.6;

/** Times in seconds. */
export interface SpeechRegion {
  startTime: number;
  endTime: number;
}

export interface VoicedRegion extends SpeechRegion {
  voice: Voice;
}

/**
 * The same regions of a mono 16 kHz 16-bit PCM WAV file, for each the stretches of one voice after the other: people
 * take turns within less than the pause that ends a region. Voice 0 is heard first; all 0 when there is only one.
 * The file is read region by region; of each second some 2 KB are kept.
 * @param step between two blocks, with the share that is done, 0 to 1; ends it by throwing.
 */
export async function separateVoices(
  wavFile: string,
  regions: readonly SpeechRegion[],
  step: (share: number) => void,
): Promise<VoicedRegion[][]> {
  step(0);
  const totalSeconds = regions.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  const file = await open(wavFile);
  try {
    const wav = await findWavSamples(file);
    const features = new VoiceFeatures();
    const measured: Piece[][] = [];
    let doneSeconds = 0;
    for (const region of regions) {
      const onSeconds = (seconds: number) => step((MEASURING_SHARE * (doneSeconds + seconds)) / totalSeconds);
      measured.push(await measurePieces(file, wav, features, region, onSeconds));
      doneSeconds += region.endTime - region.startTime;
    }
    const onTried = (share: number) => step(MEASURING_SHARE + (1 - MEASURING_SHARE) * share);
    const voices = await clusterVoices(measured, onTried);
    return measured.map((pieces, r) => joinStretches(pieces, voices[r] ?? []));
  } finally {
    await file.close();
  }
}

function joinStretches(pieces: readonly Piece[], voices: readonly Voice[]): VoicedRegion[] {
  const stretches: VoicedRegion[] = [];
  for (const [i, { startTime, endTime }] of pieces.entries()) {
    const last = stretches.at(-1);
    const voice = voices[i] ?? 0;
    if (last?.voice === voice) last.endTime = endTime;
    else stretches.push({ startTime, endTime, voice });
  }
  return stretches;
}
