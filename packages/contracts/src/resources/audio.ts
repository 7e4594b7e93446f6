import { type Static, Type } from '@sinclair/typebox';

/** What a player needs to be told. */
export const AUDIO_TYPE = 'audio/webm; codecs=opus';
/** Pairs of a channel. */
export const PEAKS_MAX = 1200;
const PEAKS_MAX_LENGTH = Math.ceil((PEAKS_MAX * 2) / 3) * 4;

/** Audio that was kept for listening, without card numbers where they are removed. */
export const KeptAudio = Type.Object({
  /** Its name in the store. */
  key: Type.String({ maxLength: 200 }),
  bytes: Type.Integer({ minimum: 1 }),
  duration_seconds: Type.Number({ minimum: 0 }),
  /**
   * For a waveform, of each channel: base64 of signed bytes, the lowest and the highest sample of one stretch after
   * another; all stretches are as long as each other.
   */
  peaks: Type.Array(Type.String({ maxLength: PEAKS_MAX_LENGTH, pattern: '^[A-Za-z0-9+/]*={0,2}$' }), {
    minItems: 1,
    maxItems: 2,
  }),
});
export type KeptAudio = Static<typeof KeptAudio>;

/** Why audio could not be kept that was to be. */
export const AudioFault = Type.Union([
  /** The worker knows no store. */
  Type.Literal('no_store'),
  /** The worker's is not the one that ingest deletes from. */
  Type.Literal('other_store'),
  Type.Literal('store_away'),
  Type.Literal('store_full'),
  Type.Literal('not_encoded'),
]);
export type AudioFault = Static<typeof AudioFault>;

/** What became of audio that was to be kept. */
export const AudioOutcome = Type.Union([KeptAudio, Type.Object({ fault: AudioFault })]);
export type AudioOutcome = Static<typeof AudioOutcome>;
