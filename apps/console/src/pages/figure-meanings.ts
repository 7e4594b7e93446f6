/**
 * What figures are called for people and what they mean, by their names in the API: word for word the table "In plain
 * words" of docs/metrics.md, which a test compares.
 */
export const figureMeanings = {
  'calls.total': ['Calls', 'Calls that took place in these days, whatever became of them.'],
  'calls.analyzed': [
    'Coached calls',
    'Those of them that were heard and coached. Ratings, outcomes, objections and conversation rest on these.',
  ],
  'calls.average_duration_seconds': [
    'Average length',
    'How long these calls took, on average, coached or not.',
  ],
  'rating.average': [
    'Average rating, 1 to 5',
    'The share of points that a call got for what its rubric looks for, such as asking open questions, each criterion with its weight. Open a call to see where each point was won or lost. Calls without a conversation are not rated.',
  ],
  'rating.distribution': [
    'How calls are rated',
    'Each rated call counts once, at its rating rounded to a whole number.',
  ],
  'outcomes[].count': [
    'Outcomes',
    'Each coached call gets a label for what was settled last, from the words of the call. A call may have more than one.',
  ],
  'objections[].count': [
    'Objections',
    'From the contact’s words only. An objection that comes up several times in a call counts once.',
  ],
  'conversation.talk_ratio': ['Talk share', 'Share of all speech that is the agent’s.'],
  'conversation.longest_monologue_seconds': [
    'Longest monologue',
    'The longest the agent speaks without the contact taking the floor.',
  ],
  'conversation.longest_customer_story_seconds': [
    'Longest customer story',
    'The longest the contact speaks without the agent taking the floor.',
  ],
  'conversation.interactivity': [
    'Changes of speaker',
    'How often the floor changes, in five minutes. Short words such as “okay” do not count.',
  ],
  'conversation.patience_seconds': [
    'Patience',
    'How long the agent waits after the contact has finished: the middle one of all such pauses.',
  ],
  'conversation.questions_per_hour': ['Questions', 'Questions of the agent in an hour of calls.'],
  'conversation.filler_words_per_minute': [
    'Filler words',
    'Words such as “um”, “you know” or “basically” in a minute of the agent’s speech.',
  ],
  'conversation.words_per_minute': ['Pace', 'Words in a minute of the agent’s speech.'],
  'conversation.interruptions_per_hour': [
    'Interruptions',
    'How often one begins before the other has finished, in an hour of calls, whoever does.',
  ],
  'conversation.overlap_ratio': ['Speaking at once', 'Share of the time with speech in which both speak.'],
  'conversation.silence_ratio': ['Silence', 'Share of the call in which nobody speaks.'],
} as const satisfies Record<string, readonly [name: string, meaning: string]>;
