import type { Conversation, RecordingAnalysis } from './analysis.ts';
import { exampleQuotes, exampleIds as ids } from './example-story.ts';

const { price, agreement } = exampleQuotes;

const conversation: Conversation = {
  talk_ratio: 0.54,
  longest_monologue_seconds: 38.2,
  longest_customer_story_seconds: 24.6,
  interactivity: 21.5,
  patience_seconds: 0.42,
  questions: 11,
  questions_per_hour: 82.5,
  filler_words: 9,
  filler_words_per_minute: 2.25,
  words_per_minute: 152.4,
  interruptions: 2,
  interruptions_per_hour: 15,
  overlap_ratio: 0.012,
  silence_ratio: 0.086,
  agent_speech_seconds: 240.1,
  contact_speech_seconds: 204.5,
  agent_words: 610,
};

/** What a poller reads once `progress` is 100. */
export const analysisExample: RecordingAnalysis = {
  id: ids.analysis,
  recording_id: ids.call,
  created_at: '2026-11-20T15:12:20.481Z',
  progress: 100,
  status: 'COMPLETED',
  error: null,
  action_items: {
    id: '019a9f0d-1c00-7a01-8a10-1f0e2d3c4b21',
    primary: ['Keep the appointment with John: Tuesday at three'],
    secondary: ['Send the proposal by email'],
    days: [{ claim_id: 'action_items.primary.0', day: 'Tuesday', date: '2026-11-24' }],
  },
  coaching: {
    id: '019a9f0d-1c00-7a02-8a10-1f0e2d3c4b22',
    conduct: [],
    possible_improvements: ['Ask what the contact pays today before you name a price'],
    improvement_kinds: ['presentation'],
    top_moments: ['You proposed a day and an hour and got an agreement'],
  },
  disposition: {
    id: '019a9f0d-1c00-7a03-8a10-1f0e2d3c4b23',
    outcomes: ['Appointment Set'],
    codes: ['appointment_set'],
    reasoning: 'An appointment was proposed and agreed.',
  },
  appointment: { as_agreed: 'Tuesday at three', at: '2026-11-24T15:00' },
  objections: {
    id: '019a9f0d-1c00-7a04-8a10-1f0e2d3c4b24',
    outcomes: [`Price: "${price}"`],
    kinds: ['Price'],
    confidence: [0.87],
    replies: [''],
    answers: [''],
  },
  rating: {
    id: '019a9f0d-1c00-7a05-8a10-1f0e2d3c4b25',
    outcome: 4.2,
    reasoning: 'Strong next step; discovery came late.',
    criteria: [
      {
        id: 'next_step',
        title: 'Next step',
        applicable: true,
        score: 5,
        potential_score: 5,
        unclear_points: 0,
        weight: 2,
        reasoning: '5 of 5 points. You proposed a next step and fixed a time.',
        indicators: [
          {
            indicator: 'proposed_next_step',
            result: 'heard',
            text: 'proposed a next step',
            score: 1,
            potential_score: 1,
          },
          { indicator: 'fixed_time', result: 'heard', text: 'fixed a time', score: 1, potential_score: 1 },
        ],
      },
    ],
  },
  speakers: {
    id: '019a9f0d-1c00-7a06-8a10-1f0e2d3c4b26',
    user_name: 'Maria Lopez',
    client_name: 'John Miller',
  },
  summary: {
    id: '019a9f0d-1c00-7a07-8a10-1f0e2d3c4b27',
    outcome: { summary: 'Maria and John agreed on a visit on Tuesday at three; John found the price high.' },
  },
  conversation,
  evidence: [
    {
      claim_id: 'objections.outcomes.0',
      claim: `Price: "${price}"`,
      segment_index: 0,
      quote: price,
      start_time: 212.4,
      speaker: 'John Miller',
    },
    {
      claim_id: 'disposition.outcomes.0',
      claim: 'Appointment Set',
      segment_index: 1,
      quote: agreement,
      start_time: 466.1,
      speaker: 'John Miller',
    },
  ],
  engine: {
    name: 'built-in',
    version: '1',
    model: null,
    prompt_version: null,
    fallback_reason: null,
    rubric_version: 'general-sales@1',
  },
};

export const roleplayAnalysisExample: RecordingAnalysis = {
  ...analysisExample,
  id: '019aa41e-7c10-7e01-8a10-1f0e2d3c4b30',
  recording_id: ids.roleplay,
};
