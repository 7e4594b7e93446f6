import { open } from 'node:fs/promises';
import { clusterVoices } from './cluster-voices.ts';
import type { Voice } from './follow-voices.ts';
import { measurePieces, type Piece } from './measure-pieces.ts';
import { VoiceFeatures } from './voice-features.ts';
import { findWavSamples } from './wav-samples.ts';

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
 * @param step between two blocks; ends it by throwing.
 */
export async function separateVoices(
  wavFile: string,
  regions: readonly SpeechRegion[],
  step: () => void,
): Promise<VoicedRegion[][]> {
  step();
  const file = await open(wavFile);
  try {
    const wav = await findWavSamples(file);
    const features = new VoiceFeatures();
    const measured: Piece[][] = [];
    for (const region of regions) measured.push(await measurePieces(file, wav, features, region, step));
    const voices = await clusterVoices(measured, step);
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
