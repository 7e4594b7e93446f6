import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../text.ts';
import { exampleIds, exampleQuotes } from './example-story.ts';
import { Id, Label } from './fields.ts';

export const SpeakerRole = Type.Union([Type.Literal('agent'), Type.Literal('contact')]);
export type SpeakerRole = Static<typeof SpeakerRole>;

function Seconds(description: string) {
  return Type.Number({ description: `${description}, seconds from the start, 2 decimals` });
}

const spoken = {
  speaker: Label('Resolved name of the agent or the contact'),
  start_time: Seconds('Start of the segment'),
  end_time: Seconds('End of the segment'),
  text: Label('What was said'),
};

/** A segment as clients read it. */
const SpokenSegment = Type.Object(spoken);

/** One stretch of speech by one speaker. Its place in the array is its `segment_index`, from 0. */
export const Segment = Type.Object({
  role: SpeakerRole,
  ...spoken,
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
});
export type Segment = Static<typeof Segment>;

/** A transcript as it travels and is stored: segments ordered by start_time, then end_time. */
export const Transcript = Type.Object({
  engine: Type.Object(
    {
      name: Label('Engine'),
      version: Label('Version of the engine'),
      model: Label('Its model'),
      refused_seconds: Type.Optional(
        Type.Number({
          minimum: 0,
          description: 'Seconds of audio without words, because nobody can have said those the engine gave',
        }),
      ),
    },
    { description: 'What recognised the speech' },
  ),
  quality: Type.Union([Type.Literal('high'), Type.Literal('medium'), Type.Literal('low')], {
    description: 'How far the text can be trusted',
  }),
  language: Label('Language of the speech'),
  channels: Type.Union([Type.Literal('dual'), Type.Literal('mono')], {
    description: '`dual`: each speaker has a channel; `mono`: speakers were separated by voice',
  }),
  duration_seconds: Type.Number({ description: 'Length of the audio as decoded' }),
  speakers: Type.Object(
    {
      agent: Label('Name of the agent'),
      contact: Label('Name of the contact'),
      method: Label('How they were identified, for example introduction, opening, questions'),
      confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Confidence in that' }),
    },
    { description: 'Which speaker is the agent and which the contact' },
  ),
  segments: Type.Array(Segment),
});
export type Transcript = Static<typeof Transcript>;

/** What `GET …/transcript` answers: the stored transcript under the call's id, without what is internal to it. */
export const TranscriptView = Type.Object({
  call_id: Id('Call id'),
  ...Type.Omit(Transcript, ['segments']).properties,
  segments: Type.Array(SpokenSegment, { description: 'In the order in which they start' }),
});
export type TranscriptView = Static<typeof TranscriptView>;

export const transcriptExample: TranscriptView = {
  call_id: exampleIds.call,
  engine: { name: 'pocketsphinx', version: '0.8', model: 'en-us' },
  quality: 'low',
  language: 'en',
  channels: 'dual',
  duration_seconds: 480.2,
  speakers: { agent: 'Maria Lopez', contact: 'John Miller', method: 'introduction', confidence: 0.97 },
  segments: [
    { speaker: 'John Miller', start_time: 212.4, end_time: 214.9, text: exampleQuotes.price },
    { speaker: 'John Miller', start_time: 466.1, end_time: 468.3, text: exampleQuotes.agreement },
  ],
};
