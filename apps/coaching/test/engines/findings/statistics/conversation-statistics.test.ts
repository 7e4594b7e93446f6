import type { Transcript } from '@debrief/contracts/resources/transcript';
import t from 'tap';
import { conversationStatistics } from '../../../../src/engines/findings/statistics/conversation-statistics.ts';
import { conversation } from '../../../fixtures/conversation.ts';

type Line = [role: 'agent' | 'contact', start: number, end: number, text: string];

function spoken(duration: number, ...lines: Line[]): Transcript {
  return {
    ...conversation(),
    duration_seconds: duration,
    segments: lines.map(([role, start_time, end_time, text]) => ({
      role,
      speaker: role,
      start_time,
      end_time,
      text,
      confidence: null,
    })),
  };
}

t.test('talk ratio, words and fillers are counted over own speech', async (t) => {
  const statistics = conversationStatistics(
    spoken(
      60,
      ['agent', 0, 20, "um I don't know basically what kind of roof you have"],
      ['contact', 21, 31, 'it is a flat one you know'],
      ['agent', 32, 42, 'thank you'],
    ),
    3,
  );
  t.match(statistics, {
    agent_speech_seconds: 30,
    contact_speech_seconds: 10,
    talk_ratio: 0.75,
    agent_words: 13,
    words_per_minute: 26,
    filler_words: 2,
    filler_words_per_minute: 4,
    questions: 3,
    questions_per_hour: 180,
    silence_ratio: 0.333,
    overlap_ratio: 0,
  });
});

t.test(
  'turns of one speaker merge over gaps of up to 1.5 seconds, unless the other takes the floor',
  async (t) => {
    const merged = conversationStatistics(
      spoken(
        60,
        ['agent', 0, 10, 'one two three'],
        ['agent', 11.5, 20, 'four five six'],
        ['contact', 21, 30, 'yes I see'],
      ),
      0,
    );
    t.equal(merged.longest_monologue_seconds, 20);
    t.equal(merged.longest_customer_story_seconds, 9);
    const apart = conversationStatistics(
      spoken(
        60,
        ['agent', 0, 10, 'one two three'],
        ['agent', 11.6, 20, 'four five six'],
        ['contact', 21, 30, 'yes'],
      ),
      0,
    );
    t.equal(apart.longest_monologue_seconds, 10);
    const acknowledged = conversationStatistics(
      spoken(
        60,
        ['agent', 0, 10, 'one two'],
        ['contact', 10.2, 10.6, 'mhm'],
        ['agent', 11, 20, 'three four'],
      ),
      0,
    );
    t.equal(acknowledged.longest_monologue_seconds, 20);
    const interposed = conversationStatistics(
      spoken(
        60,
        ['agent', 0, 10, 'one two'],
        ['contact', 10.1, 10.9, 'no not at all'],
        ['agent', 11, 20, 'three'],
      ),
      0,
    );
    t.equal(interposed.longest_monologue_seconds, 10);
  },
);

t.test('patience is the median pause before the agent answers, never below zero', async (t) => {
  const { patience_seconds } = conversationStatistics(
    spoken(
      60,
      ['contact', 0, 5, 'a b c'],
      ['agent', 6, 10, 'a b c'],
      ['contact', 11, 15, 'a b c'],
      ['agent', 14.5, 20, 'a b c'],
      ['contact', 21, 25, 'a b c'],
      ['agent', 28, 30, 'a b c'],
    ),
    0,
  );
  t.equal(patience_seconds, 1);
});

t.test(
  'an interruption starts before the other ends, by 200 ms or more, and is not a backchannel',
  async (t) => {
    const interruptions = (start: number, text: string) =>
      conversationStatistics(
        spoken(3600, ['contact', 0, 10, 'we have a flat roof'], ['agent', start, 14, text]),
        0,
      );
    t.equal(interruptions(9.8, 'how old is it').interruptions, 1);
    t.equal(interruptions(9.9, 'how old is it').interruptions, 0);
    t.equal(interruptions(9, 'yeah okay').interruptions, 0);
    t.match(interruptions(9, 'how old is it'), { interruptions_per_hour: 1, overlap_ratio: 0.071 });
  },
);

t.test('what is said in a pause interrupts nobody, and what reaches into speech does', async (t) => {
  const interruptions = (start: number, end: number) =>
    conversationStatistics(
      spoken(
        60,
        ['agent', 0, 5, 'is that miss hughes'],
        ['contact', start, end, 'speaking'],
        ['agent', 6, 20, 'i am calling about the roof'],
      ),
      0,
    ).interruptions;
  t.equal(interruptions(5.2, 5.6), 0);
  t.equal(interruptions(4.9, 5.6), 0);
  t.equal(interruptions(4.5, 5.6), 1);
  t.equal(interruptions(10, 11), 1);
});

t.test(
  'interactivity counts changes of speaker between turns of three words or more, per five minutes',
  async (t) => {
    const { interactivity } = conversationStatistics(
      spoken(
        600,
        ['agent', 0, 5, 'how are you'],
        ['contact', 6, 8, 'fine'],
        ['agent', 9, 12, 'tell me more'],
        ['contact', 15, 20, 'it leaks every spring'],
        ['agent', 22, 25, 'since when exactly'],
      ),
      0,
    );
    t.equal(interactivity, 1);
  },
);

t.test('where there is no sample there is null, not zero', async (t) => {
  t.strictSame(conversationStatistics(spoken(30), 0), {
    talk_ratio: null,
    longest_monologue_seconds: null,
    longest_customer_story_seconds: null,
    interactivity: null,
    patience_seconds: null,
    questions: 0,
    questions_per_hour: null,
    filler_words: 0,
    filler_words_per_minute: null,
    words_per_minute: null,
    interruptions: 0,
    interruptions_per_hour: null,
    overlap_ratio: null,
    silence_ratio: null,
    agent_speech_seconds: 0,
    contact_speech_seconds: 0,
    agent_words: 0,
  });
  const monologue = conversationStatistics(spoken(30, ['agent', 0, 10, 'is anybody there']), 1);
  t.match(monologue, {
    talk_ratio: 1,
    longest_customer_story_seconds: null,
    interactivity: null,
    overlap_ratio: null,
  });
});

t.test('segments out of order or of no length do no harm', async (t) => {
  const statistics = conversationStatistics(
    spoken(20, ['contact', 8, 12, 'it is flat'], ['agent', 0, 5, 'what roof is it'], ['agent', 6, 6, 'so']),
    1,
  );
  t.match(statistics, { talk_ratio: 0.556, interactivity: 15, agent_speech_seconds: 5 });
});
