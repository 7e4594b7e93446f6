import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RunLimits, runGuarded } from '../audio/guarded-child.ts';

const MIB = 1024 * 1024;
/** An hour takes 30 s of CPU. Whoever asks for it waits for less. */
const LIMITS: RunLimits = { timeoutMs: 3_600_000, cpuSeconds: 600, memoryBytes: 1024 * MIB };
/** 7 MB an hour of one channel, 11 of two: speech is clear at that. */
const KILOBITS_PER_SECOND = { mono: 16, stereo: 24 };

/**
 * Writes one or two mono WAVs as the channels of one Opus file beside them, in WebM, which browsers play and find a place
 * in.
 * @throws Error when the encoder is missing, is killed or fails.
 */
export async function encodeAudio(options: {
  channels: readonly string[];
  durationSeconds: number;
  signal: AbortSignal;
  /** How much is written, 0 to 1, as far as the bit rate tells. */
  onShare: (share: number) => void;
}): Promise<{ file: string; bytes: number }> {
  const { channels, durationSeconds, signal, onShare } = options;
  const [first = ''] = channels;
  const file = join(dirname(first), 'audio.webm');
  const isStereo = channels.length > 1;
  const kilobits = KILOBITS_PER_SECOND[isStereo ? 'stereo' : 'mono'];
  const expected = Math.max(1, (kilobits * 1000 * durationSeconds) / 8);
  const onProgress = () =>
    void stat(file).then(
      ({ size }) => onShare(Math.min(1, size / expected)),
      // It has not begun to write.
      () => onShare(0),
    );
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
      ...['-c:a', 'libopus', '-b:a', `${kilobits}k`],
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
