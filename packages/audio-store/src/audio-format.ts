/** ffmpeg's name of the demuxer that may read the file, and of no other. */
export type AudioFormat = 'wav' | 'mp3' | 'mov' | 'ogg' | 'flac' | 'aac' | 'amr';

/** How much of a file says what it is. */
export const HEAD_BYTES = 4096;

/** What the first bytes say a file is; null for what is no audio that is understood. Names and Content-Type are not asked. */
export function formatOf(head: Buffer): AudioFormat | null {
  const tag = (start: number, end: number) => head.toString('latin1', start, end);
  if ((tag(0, 4) === 'RIFF' || tag(0, 4) === 'RF64') && tag(8, 12) === 'WAVE') return 'wav';
  if (tag(0, 4) === 'OggS') return 'ogg';
  if (tag(0, 4) === 'fLaC') return 'flac';
  if (tag(0, 6) === '#!AMR\n' || tag(0, 9) === '#!AMR-WB\n') return 'amr';
  if (tag(4, 8) === 'ftyp') return 'mov';
  if (tag(0, 3) === 'ID3') return 'mp3';
  if (isAdtsFrame(head, 0)) return 'aac';
  return startsWithMp3Frames(head) ? 'mp3' : null;
}

/** Sync word, layer 0 and a sampling frequency that exists. */
function isAdtsFrame(head: Buffer, at: number): boolean {
  if (head.length < at + 7) return false;
  const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3);
  return first === 0xff && (second & 0xf6) === 0xf0 && ((third >> 2) & 0x0f) < 13;
}

/** Two frames in a row: a single sync word of 11 bits stands in one of 2,048 places of any noise. */
function startsWithMp3Frames(head: Buffer): boolean {
  const length = mp3FrameLength(head, 0);
  return length !== null && mp3FrameLength(head, length) !== null;
}

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES_V1 = [44_100, 48_000, 32_000];

/** Length in bytes of the layer III frame at a place; null when none begins there (ISO 11172-3, 2.4.1.3). */
function mp3FrameLength(head: Buffer, at: number): number | null {
  if (head.length < at + 4) return null;
  const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const version = (second >> 3) & 3;
  const isLayer3 = ((second >> 1) & 3) === 1;
  const rate = SAMPLE_RATES_V1[(third >> 2) & 3];
  const kilobits = (version === 3 ? BITRATES_V1 : BITRATES_V2)[third >> 4];
  if (version === 1 || !isLayer3 || rate === undefined || kilobits === undefined || kilobits === 0)
    return null;
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  const padding = (third >> 1) & 1;
  return Math.floor(((version === 3 ? 144 : 72) * kilobits * 1000) / sampleRate) + padding;
}
