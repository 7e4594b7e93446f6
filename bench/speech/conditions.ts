/** How a call is recorded; what is not named is clean. */
export interface Condition {
  kind: string;
  layout: 'stereo' | 'mono';
  /** Name ending and what ffmpeg is told to encode; sox encodes AMR. */
  format: readonly [ending: string, ...options: string[]];
  /** Cuts off what a telephone does not carry. */
  isTelephone?: boolean;
  noise?: { sound: 'hiss' | 'hum' | 'babble'; belowSpeechDb: number };
  /** Share of the turns that begin before the one before has ended. */
  overlap?: number;
  turns?: 'short' | 'long';
  /** How much quieter the contact is. */
  contactDb?: number;
  /** Each side is heard on the other's channel, so much quieter. */
  leakDb?: number;
  /** Recorded so much too loud: what does not fit is cut off. */
  tooLoudDb?: number;
  /** Share of the packets of 20 ms that did not arrive: silence in their place. */
  lostPackets?: number;
}

const wav = ['wav', '-c:a', 'pcm_s16le'] as const;
const mp3 = ['mp3', '-c:a', 'libmp3lame', '-b:a', '48k'] as const;
const opus = ['ogg', '-c:a', 'libopus', '-b:a', '24k'] as const;
const m4a = ['m4a', '-c:a', 'aac', '-b:a', '64k'] as const;
const flac = ['flac', '-c:a', 'flac'] as const;
const mulaw = ['wav', '-ar', '8000', '-c:a', 'pcm_mulaw'] as const;
const alaw = ['wav', '-ar', '8000', '-c:a', 'pcm_alaw'] as const;
const gsm = ['wav', '-ar', '8000', '-c:a', 'libgsm_ms'] as const;
const g723 = ['wav', '-ar', '8000', '-c:a', 'g723_1', '-b:a', '6300'] as const;
const amr = ['amr', '-ar', '8000'] as const;
const telephoneMp3 = ['mp3', '-ar', '8000', '-c:a', 'libmp3lame', '-b:a', '16k'] as const;

const CLEAN = 'clean';
const TELEPHONE = 'telephone';
const GSM = 'telephone, GSM';
const AMR = 'telephone, AMR';
const LOSSY = 'telephone, G.723.1, packets lost';
const CLIPPED = 'clipped';
const HUM = 'hum of 50 Hz';
const NOISE = 'noise';
const OVERLAP = 'overlap';
const LEVELS = 'unequal levels, leaks';
const FAR_APART = '20 dB apart';
const TURNS = 'short and long turns';

/** Call after call, from the start again when there are more calls. */
export const conditions: readonly Condition[] = [
  { kind: CLEAN, layout: 'stereo', format: wav },
  { kind: CLEAN, layout: 'mono', format: mp3 },
  { kind: TELEPHONE, layout: 'stereo', format: mulaw, isTelephone: true },
  { kind: TELEPHONE, layout: 'mono', format: mulaw, isTelephone: true },
  { kind: CLEAN, layout: 'mono', format: flac },
  { kind: NOISE, layout: 'stereo', format: opus, noise: { sound: 'babble', belowSpeechDb: 15 } },
  { kind: NOISE, layout: 'mono', format: wav, noise: { sound: 'hiss', belowSpeechDb: 15 } },
  { kind: CLEAN, layout: 'stereo', format: m4a },
  { kind: OVERLAP, layout: 'stereo', format: flac, overlap: 0.4 },
  { kind: OVERLAP, layout: 'mono', format: m4a, overlap: 0.25 },
  { kind: GSM, layout: 'mono', format: gsm, isTelephone: true },
  { kind: CLEAN, layout: 'mono', format: opus },
  { kind: LEVELS, layout: 'stereo', format: mp3, contactDb: 15, leakDb: 25 },
  { kind: LEVELS, layout: 'mono', format: opus, contactDb: 15 },
  { kind: TELEPHONE, layout: 'stereo', format: alaw, isTelephone: true, leakDb: 30 },
  { kind: TURNS, layout: 'mono', format: wav, turns: 'short' },
  { kind: TURNS, layout: 'mono', format: mp3, turns: 'long' },
  {
    ...{ kind: TELEPHONE, layout: 'mono', format: telephoneMp3, isTelephone: true },
    noise: { sound: 'hum', belowSpeechDb: 20 },
  },
  { kind: CLEAN, layout: 'mono', format: m4a },
  { kind: TURNS, layout: 'stereo', format: opus, turns: 'short' },
  { kind: FAR_APART, layout: 'stereo', format: mulaw, isTelephone: true, contactDb: 20 },
  { kind: FAR_APART, layout: 'mono', format: wav, contactDb: 20 },
  { kind: CLIPPED, layout: 'stereo', format: alaw, isTelephone: true, tooLoudDb: 18 },
  { kind: CLIPPED, layout: 'mono', format: wav, tooLoudDb: 18 },
  { kind: HUM, layout: 'stereo', format: alaw, noise: { sound: 'hum', belowSpeechDb: 10 } },
  { kind: HUM, layout: 'mono', format: wav, noise: { sound: 'hum', belowSpeechDb: 10 } },
  { kind: AMR, layout: 'mono', format: amr, isTelephone: true },
  { kind: LOSSY, layout: 'mono', format: g723, isTelephone: true, lostPackets: 0.03 },
];
