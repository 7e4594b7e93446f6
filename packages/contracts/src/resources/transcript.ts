import { type Static, Type } from '@sinclair/typebox';

export const SpeakerRole = Type.Union([Type.Literal('agent'), Type.Literal('contact')]);
export type SpeakerRole = Static<typeof SpeakerRole>;

/** One stretch of speech by one speaker. Its place in the array is its `segment_index`, from 0. */
export const Segment = Type.Object({
  role: SpeakerRole,
  speaker: Type.String({ description: 'Resolved name of the agent or the contact' }),
  start_time: Type.Number({ description: 'Seconds from the start, 2 decimals' }),
  end_time: Type.Number({ description: 'Seconds from the start, 2 decimals' }),
  text: Type.String(),
  confidence: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
});
export type Segment = Static<typeof Segment>;

/** A transcript as it travels and is stored: segments ordered by start_time, then end_time. */
export const Transcript = Type.Object({
  engine: Type.Object({ name: Type.String(), version: Type.String(), model: Type.String() }),
  quality: Type.Union([Type.Literal('high'), Type.Literal('medium'), Type.Literal('low')]),
  language: Type.String(),
  channels: Type.Union([Type.Literal('dual'), Type.Literal('mono')]),
  duration_seconds: Type.Number({ description: 'Length of the audio as decoded' }),
  speakers: Type.Object({
    agent: Type.String(),
    contact: Type.String(),
    method: Type.String({
      description: 'What decided who is who, for example introduction, opening, questions',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  }),
  segments: Type.Array(Segment),
});
export type Transcript = Static<typeof Transcript>;
