import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RunLimits, runGuarded } from '../audio/guarded-child.ts';

const MIB = 1024 * 1024;
/** An hour takes 30 s of CPU. Whoever asks for it waits for less. */
const LIMITS: RunLimits = { timeoutMs: 3_600_000, cpuSeconds: 600, memoryBytes: 1024 * MIB };
/** 7 MB an hour of one channel, 11 of two: speech is clear at that. */
const BITS_PER_SECOND = { mono: '16k', stereo: '24k' };

/**
 * Writes one or two mono WAVs as the channels of one Opus file beside them, in WebM, which browsers play and find a place
 * in.
 * @throws Error when the encoder is missing, is killed or fails.
 */
export async function encodeAudio(options: {
  channels: readonly string[];
  signal: AbortSignal;
  onProgress: () => void;
}): Promise<{ file: string; bytes: number }> {
  const { channels, signal, onProgress } = options;
  const [first = ''] = channels;
  const file = join(dirname(first), 'audio.webm');
  const isStereo = channels.length > 1;
  const { status, timedOut, stderr } = await runGuarded({
    command: 'ffmpeg',
    args: [
      ...['-nostdin', '-v', 'error', '-threads', '1', '-filter_threads', '1'],
      ...channels.flatMap((channel) => [
        ...['-protocol_whitelist', 'file', '-format_whitelist', 'wav', '-codec_whitelist', 'pcm_s16le'],
        ...['-f', 'wav', '-i', `file:${channel}`],
      ]),
      ...(isStereo
        ? ['-filter_complex', '[0:a][1:a]join=inputs=2:channel_layout=stereo[a]', '-map', '[a]']
        : []),
      ...['-c:a', 'libopus', '-b:a', isStereo ? BITS_PER_SECOND.stereo : BITS_PER_SECOND.mono],
      // Of the encoder's ten levels the fifth takes half the time of the last, and nobody hears the difference.
      ...['-application', 'voip', '-frame_duration', '60', '-compression_level', '5'],
      ...['-bitexact', '-map_metadata', '-1', '-f', 'webm', '-y', file],
    ],
    file: first,
    ...{ limits: LIMITS, signal, onProgress },
  });
  if (status !== 0) {
    // Its words may name the folder, and nothing else.
    throw new Error(timedOut ? 'ffmpeg did not end' : `ffmpeg ended with ${status}: ${stderr.slice(0, 500)}`);
  }
  return { file, bytes: (await stat(file)).size };
}
