import { join } from 'node:path';
import type { AudioFormat } from '@debrief/audio-store/audio-format';
import { failure } from '@debrief/contracts/failures';
import { DURATION_MAX_SECONDS } from '@debrief/contracts/resources/submission';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';
import { BOX_FAILED } from './confinement.ts';
import { input } from './ffmpeg-input.ts';
import { type ChildResult, type RunLimits, runGuarded } from './guarded-child.ts';
import { PCM_SAMPLE_RATE, pcmDuration } from './pcm-file.ts';
import { unpackAmr } from './unpack-amr.ts';

export interface DecodedRecording {
  /** One or two mono WAV files of 16 kHz, 16 bit, in the folder given. */
  channels: [string] | [string, string];
  durationSeconds: number;
  /** Before resampling; 8,000 is a telephone line, which engines hear worse. */
  sourceSampleRate: number;
}

const MIB = 1024 * 1024;
const BYTES_OF_SAMPLE = 2;
const LIMITS: RunLimits = { timeoutMs: 600_000, cpuSeconds: 600, memoryBytes: 2048 * MIB };
/** A container may end a moment after its last full second. */
const DURATION_TOLERANCE_SECONDS = 2;

/**
 * Decodes a recording into one WAV file a channel; the whole of it goes through ffmpeg's hands and the disk, never
 * through this process. Damaged audio counts for as far as it can be decoded.
 * @throws RecordingFailure audio_undecodable or audio_too_long; TransientFailure when the decoder is missing, killed or
 * out of time, or the disk full.
 */
export async function decodeRecording(options: {
  file: string;
  format: AudioFormat;
  folder: string;
  signal: AbortSignal;
  /** Each time that a child has got on, with how many seconds of audio are decoded. */
  onProgress: (decodedSeconds: number) => void;
  maxSeconds?: number;
  limits?: RunLimits;
}): Promise<DecodedRecording> {
  const { folder, signal, onProgress, maxSeconds = DURATION_MAX_SECONDS, limits = LIMITS } = options;
  const started = { folder, limits, signal, onProgress: () => onProgress(0) };
  const { file, format, isAmr } = await unpackAmr({ file: options.file, format: options.format, ...started });
  const source = await probe({ file, format, ...started });
  const files: [string, string] = [join(folder, 'channel-0.wav'), join(folder, 'channel-1.wav')];
  const channels: DecodedRecording['channels'] = source.channels >= 2 ? files : [files[0]];
  // Phones send pauses as frames of noise that ffmpeg does not decode, or not at all: without silence in their place all
  // after them is early.
  const filled = isAmr ? 'aresample=async=1:first_pts=0,' : '';
  const filter = channels.map((_, index) => `[0:a:0]${filled}pan=mono|c0=c${index}[c${index}]`).join(';');
  const outputs = channels.flatMap((file, index) => [
    ...['-map', `[c${index}]`, '-t', String(maxSeconds + DURATION_TOLERANCE_SECONDS)],
    ...[
      '-ar',
      String(PCM_SAMPLE_RATE),
      '-c:a',
      'pcm_s16le',
      '-bitexact',
      '-map_metadata',
      '-1',
      '-f',
      'wav',
      file,
    ],
  ]);
  const result = await runGuarded({
    command: 'ffmpeg',
    args: [
      '-nostdin',
      '-v',
      'error',
      '-threads',
      '1',
      '-filter_threads',
      '1',
      // Whoever mostly listens sends mostly pauses: that is no damage.
      ...(isAmr ? ['-max_error_rate', '1'] : []),
      ...input({ file, format }),
      '-filter_complex',
      filter,
      '-y',
      ...outputs,
    ],
    file,
    limits,
    signal,
    onProgress: () => void pcmDuration(files[0]).then(onProgress, () => onProgress(0)),
  });
  const durationSeconds = await pcmDuration(files[0]);
  assertDecoded(result, durationSeconds);
  if (durationSeconds > maxSeconds + 1) throw new RecordingFailure(failure('audio_too_long'));
  return { channels, durationSeconds, sourceSampleRate: source.sampleRate };
}

/** ffmpeg's status where more than two thirds could not be decoded. */
const MOSTLY_ERRORS = 69;

/**
 * Decodes one frame: ffprobe would open the decoders of all streams, also of a video or a cover. Each line of framecrc
 * is a frame: stream, two times, samples, bytes, checksum.
 */
async function probe(options: {
  file: string;
  format: AudioFormat;
  signal: AbortSignal;
  onProgress: () => void;
  limits?: RunLimits;
}): Promise<{ channels: number; sampleRate: number }> {
  const result = await runGuarded({
    command: 'ffmpeg',
    args: [
      ...['-nostdin', '-v', 'error', '-threads', '1'],
      ...input(options),
      ...['-map', '0:a:0', '-frames:a', '1', '-c:a', 'pcm_s16le', '-bitexact', '-f', 'framecrc', 'pipe:1'],
    ],
    file: options.file,
    limits: options.limits ?? LIMITS,
    signal: options.signal,
    onProgress: options.onProgress,
  });
  assertRan(result);
  const { stdout: output } = result;
  const [, sampleRate] = /^#sample_rate 0: (\d+)$/m.exec(output) ?? [];
  const [, samples, bytes] = /^0, +-?\d+, +-?\d+, +(\d+), +(\d+), /m.exec(output) ?? [];
  const channels = Number(bytes) / Number(samples) / BYTES_OF_SAMPLE;
  if (!(channels >= 1)) throw new RecordingFailure(failure('audio_undecodable'));
  return { channels, sampleRate: Number(sampleRate) };
}

function assertDecoded(result: ChildResult, durationSeconds: number): void {
  assertRan(result);
  // What little there is would be noise: most is encrypted, or of another codec than the container says.
  if (durationSeconds === 0 || result.status === MOSTLY_ERRORS)
    throw new RecordingFailure(failure('audio_undecodable'));
}

/** What is the machine's fault and not the recording's. */
function assertRan({ status, timedOut, stderr }: ChildResult): void {
  if (/No space left on device/i.test(stderr)) {
    throw new TransientFailure(failure('disk_full'), { cause: new Error('ffmpeg found the disk full') });
  }
  if (status === 127 || /failed to execute|No such file or directory.*ffmpeg$/im.test(stderr)) {
    throw new TransientFailure(failure('engine_unavailable'), { cause: new Error('ffmpeg is missing') });
  }
  if (status === BOX_FAILED) {
    throw new TransientFailure(failure('internal'), {
      cause: new Error(`ffmpeg was not confined: ${stderr}`),
    });
  }
  if (timedOut) {
    throw new TransientFailure(failure('timed_out'), { cause: new Error('ffmpeg did not end') });
  }
  // What it had written would pass for the whole. The system may have been out of memory.
  if (status === null) {
    throw new TransientFailure(failure('internal'), { cause: new Error('ffmpeg was killed') });
  }
}
