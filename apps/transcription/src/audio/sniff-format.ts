import { open } from 'node:fs/promises';
import { type AudioFormat, formatOf, HEAD_BYTES } from '@debrief/audio-store/audio-format';
import { failure } from '@debrief/contracts/failures';
import { RecordingFailure } from '../recording-failure.ts';

/**
 * What the first bytes say a file is: they decide which one demuxer may touch them, for ffprobe, left to itself, called
 * random bytes mp3.
 * @throws RecordingFailure audio_empty or audio_unsupported.
 */
export async function sniffFormat(file: string): Promise<AudioFormat> {
  const head = Buffer.alloc(HEAD_BYTES);
  await using handle = await open(file, 'r');
  const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
  if (bytesRead === 0) throw new RecordingFailure(failure('audio_empty'));
  const format = formatOf(head.subarray(0, bytesRead));
  if (format === null) throw new RecordingFailure(failure('audio_unsupported'));
  return format;
}
