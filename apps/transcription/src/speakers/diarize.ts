import { open } from 'node:fs/promises';
import { measureRegion, type RegionVoice } from './measure-region.ts';
import { tellVoices } from './tell-voices.ts';
import { VoiceFeatures } from './voice-features.ts';
import { findWavSamples } from './wav-samples.ts';

/** Times in seconds. */
export interface SpeechRegion {
  startTime: number;
  endTime: number;
}

/**
 * Voice of each region of a mono 16 kHz 16-bit PCM WAV file; all 0 when only one voice is heard. Voice 0 is the
 * one heard first. Reads the regions one after the other and keeps 2 KB of each, whatever its length.
 */
export async function diarize(
  wavFile: string,
  regions: readonly SpeechRegion[],
  signal: AbortSignal,
): Promise<(0 | 1)[]> {
  signal.throwIfAborted();
  const file = await open(wavFile);
  try {
    const wav = await findWavSamples(file);
    const features = new VoiceFeatures();
    const voices: RegionVoice[] = [];
    for (const region of regions) voices.push(await measureRegion(file, wav, features, region, signal));
    return tellVoices(voices);
  } finally {
    await file.close();
  }
}
