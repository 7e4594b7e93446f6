import { type SpeechRegion, separateVoices } from './separate-voices.ts';

export type { SpeechRegion };

/** Voice of each region of a mono 16 kHz 16-bit PCM WAV file, the longer one where there are two; all 0 when only one voice is heard. */
export async function diarize(
  wavFile: string,
  regions: readonly SpeechRegion[],
  signal: AbortSignal,
): Promise<(0 | 1)[]> {
  const separated = await separateVoices(wavFile, regions, signal);
  return separated.map((stretches) => {
    let leaning = 0;
    for (const { startTime, endTime, voice } of stretches) {
      leaning += voice === 0 ? endTime - startTime : startTime - endTime;
    }
    return leaning >= 0 ? 0 : 1;
  });
}
