import { join } from 'node:path';
import type { AudioFormat } from '@debrief/audio-store/audio-format';
import { failure } from '@debrief/contracts/failures';
import { DURATION_MAX_SECONDS } from '@debrief/contracts/resources/submission';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';
import { BOX_FAILED } from './confinement.ts';
import { type ChildResult, type RunLimits, runGuarded } from './guarded-child.ts';
import { PCM_SAMPLE_RATE, pcmDuration } from './pcm-file.ts';

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
/** Phones send pauses as frames of noise that ffmpeg decodes not: without silence in their place all after them is early. */
const MAY_LEAVE_PAUSES_OUT: ReadonlySet<AudioFormat> = new Set(['amr']);
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
  /** Each time that a child has got on. */
  onProgress: () => void;
  maxSeconds?: number;
  limits?: RunLimits;
}): Promise<DecodedRecording> {
  const { folder, signal, onProgress, maxSeconds = DURATION_MAX_SECONDS, limits = LIMITS } = options;
  const source = await probe(options);
  const files: [string, string] = [join(folder, 'channel-0.wav'), join(folder, 'channel-1.wav')];
  const channels: DecodedRecording['channels'] = source.channels >= 2 ? files : [files[0]];
  const filled = MAY_LEAVE_PAUSES_OUT.has(options.format) ? 'aresample=async=1:first_pts=0,' : '';
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
      ...(filled === '' ? [] : ['-max_error_rate', '1']),
      ...input(options),
      '-filter_complex',
      filter,
      '-y',
      ...outputs,
    ],
    file: options.file,
    limits,
    signal,
    onProgress,
  });
  const durationSeconds = await pcmDuration(files[0]);
  assertDecoded(result, durationSeconds);
  if (durationSeconds > maxSeconds + 1) throw new RecordingFailure(failure('audio_too_long'));
  return { channels, durationSeconds, sourceSampleRate: source.sampleRate };
}

/** ffmpeg's status where more than two thirds could not be decoded. */
const MOSTLY_ERRORS = 69;

/** Decoders of what people record calls as; a file names any of some hundred others, few of them as well tried. */
const DECODERS = [
  ...[
    'mp3float',
    'mp3',
    'mp2float',
    'mp2',
    'aac',
    'aac_fixed',
    'alac',
    'flac',
    'vorbis',
    'libvorbis',
    'opus',
    'libopus',
  ],
  ...[
    'speex',
    'libspeex',
    'gsm',
    'gsm_ms',
    'libgsm',
    'libgsm_ms',
    'amrnb',
    'amrwb',
    'libopencore_amrnb',
    'libopencore_amrwb',
  ],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'g722', 'g723_1', 'g726', 'g729', 'truespeech'],
  ...[
    'pcm_mulaw',
    'pcm_alaw',
    'pcm_u8',
    'pcm_s8',
    'pcm_s16le',
    'pcm_s16be',
    'pcm_s24le',
    'pcm_s24be',
    'pcm_s32le',
  ],
  ...['pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be'],
].join(',');

/** Only this file, only by the demuxer its bytes named, and nothing a playlist inside it could point at. */
function input({ file, format }: { file: string; format: AudioFormat }): string[] {
  return [
    '-codec_whitelist',
    DECODERS,
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    format === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : format,
    '-f',
    format,
    '-i',
    `file:${file}`,
  ];
}

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
