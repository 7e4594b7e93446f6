import { PEAKS_MAX } from '@debrief/contracts/resources/audio';
import { PCM_SAMPLE_RATE, pcmDuration, readBlocks } from '../audio/pcm-file.ts';

const BLOCK_SAMPLES = 400;
/** Of 16 bits, the upper ones. */
const SCALE = 256;

/**
 * The lowest and the highest sample of each stretch of a WAV, as signed bytes in base64.
 * @param step between two blocks; ends it by throwing.
 */
export async function measurePeaks(file: string, step: () => void): Promise<string> {
  const samples = Math.round((await pcmDuration(file)) * PCM_SAMPLE_RATE);
  const stretch = Math.max(1, Math.ceil(samples / PEAKS_MAX));
  const peaks = new Int8Array(Math.ceil(samples / stretch) * 2);
  let at = 0;
  for await (const block of readBlocks(file, BLOCK_SAMPLES)) {
    step();
    for (const sample of block) {
      const pair = Math.floor(at / stretch) * 2;
      const value = Math.trunc(sample / SCALE);
      if (value < (peaks[pair] ?? 0)) peaks[pair] = value;
      if (value > (peaks[pair + 1] ?? 0)) peaks[pair + 1] = value;
      at += 1;
    }
  }
  return Buffer.from(peaks.buffer).toString('base64');
}
