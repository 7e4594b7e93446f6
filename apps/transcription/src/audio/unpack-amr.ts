import { join } from 'node:path';
import { input, type Source } from './ffmpeg-input.ts';
import { type RunLimits, runGuarded } from './guarded-child.ts';

const FRAME_SECONDS = 0.02;

/**
 * Says whether a recording is AMR, which phones also put into 3GP. Some put several frames into each of its samples, of
 * which ffmpeg decodes the first alone: these are copied into a bare AMR file in the folder.
 */
export async function unpackAmr(
  options: Source & { folder: string; limits: RunLimits; signal: AbortSignal; onProgress: () => void },
): Promise<Source & { isAmr: boolean }> {
  const { folder, limits, signal, onProgress, ...source } = options;
  if (source.format !== 'mov') return { ...source, isAmr: source.format === 'amr' };
  const copy = (...args: string[]) =>
    runGuarded({
      command: 'ffmpeg',
      args: ['-nostdin', '-v', 'error', ...input(source), '-map', '0:a:0', '-c:a', 'copy', ...args],
      ...{ file: source.file, limits, signal, onProgress },
    });
  // Each line of framecrc is a sample: stream, two times, duration, bytes, checksum.
  const { stdout } = await copy('-frames:a', '1', '-bitexact', '-f', 'framecrc', 'pipe:1');
  if (!/^#codec_id 0: amr_[nw]b$/m.test(stdout)) return { ...source, isAmr: false };
  const [, rate] = /^#sample_rate 0: (\d+)$/m.exec(stdout) ?? [];
  const [, duration] = /^0, +-?\d+, +-?\d+, +(\d+),/m.exec(stdout) ?? [];
  if (Number(duration) <= FRAME_SECONDS * Number(rate)) return { ...source, isAmr: true };
  const file = join(folder, 'frames.amr');
  await copy('-f', 'amr', '-y', file);
  return { file, format: 'amr', isAmr: true };
}
