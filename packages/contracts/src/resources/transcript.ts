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

/** A word as it stands in the text, with its punctuation; `$25` is one. */
const SpokenWord = Type.Object({
  text: Label('The word as written'),
  start_time: Seconds('Start of the word'),
  end_time: Seconds('End of the word'),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
    description: 'How sure the engine is of it; null where it does not say',
  }),
});
export type SpokenWord = Static<typeof SpokenWord>;

const words = Type.Optional(
  Type.Array(SpokenWord, {
    description: 'Joined by one space they are `text`; absent where the times of words are not known',
  }),
);

/** A segment as clients read it. */
const SpokenSegment = Type.Object({ ...spoken, words });

/** One stretch of speech by one speaker. Its place in the array is its `segment_index`, from 0. */
export const Segment = Type.Object({
  role: SpeakerRole,
  ...spoken,
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
});
export type Segment = Static<typeof Segment>;

/** A segment as a worker sends it. */
const HeardSegment = Type.Object({ ...Segment.properties, words });
export type HeardSegment = Static<typeof HeardSegment>;

/** A transcript as it travels in events, without the times of words: segments ordered by start_time, then end_time. */
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
  punctuation: Type.Optional(
    Type.Union([Type.Literal('engine'), Type.Literal('model'), Type.Literal('rules'), Type.Literal('none')], {
      description:
        'Who set punctuation: the engine that heard, a model for it, or rules, which leave out what is not sure',
    }),
  ),
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

/** A transcript with the times of its words, as a worker sends it. */
export const HeardTranscript = Type.Object({
  ...Transcript.properties,
  segments: Type.Array(HeardSegment),
});
export type HeardTranscript = Static<typeof HeardTranscript>;

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
  punctuation: 'rules',
  channels: 'dual',
  duration_seconds: 480.2,
  speakers: { agent: 'Maria Lopez', contact: 'John Miller', method: 'introduction', confidence: 0.97 },
  segments: [
    {
      speaker: 'John Miller',
      start_time: 212.4,
      end_time: 214.9,
      text: exampleQuotes.price,
      words: [
        { text: 'That', start_time: 212.4, end_time: 212.62, confidence: 0.94 },
        { text: 'is', start_time: 212.62, end_time: 212.9, confidence: 0.97 },
        { text: 'too', start_time: 212.9, end_time: 213.21, confidence: 0.88 },
        { text: 'expensive', start_time: 213.21, end_time: 214.12, confidence: 0.91 },
        { text: 'for', start_time: 214.12, end_time: 214.4, confidence: 0.72 },
        { text: 'us.', start_time: 214.4, end_time: 214.9, confidence: 0.85 },
      ],
    },
    { speaker: 'John Miller', start_time: 466.1, end_time: 468.3, text: exampleQuotes.agreement },
  ],
};
