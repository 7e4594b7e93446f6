import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { figuresOf } from '../../src/record-calls.ts';
import {
  analysed,
  analyticsDatabase,
  call,
  conversation,
  keep,
  metricsOf,
  question,
  tenant,
} from '../fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);

const nothingSaid = {
  talk_ratio: null,
  longest_monologue_seconds: null,
  longest_customer_story_seconds: null,
  interactivity: null,
  patience_seconds: null,
  questions_per_hour: null,
  filler_words_per_minute: null,
  words_per_minute: null,
  interruptions_per_hour: null,
  overlap_ratio: null,
  silence_ratio: null,
};

t.test('every figure of a day is as computed by hand', async (t) => {
  const caller = tenant();
  const user_id = uuidv7();
  await keep(
    db,
    call(caller, {
      ...analysed,
      user_id,
      incoming: true,
      duration_seconds: 100.25,
      rating: 4.5,
      outcomes: ['Appointment Set', 'Callback Requested'],
      objections: ['Price', 'Timing', 'Price'],
      ...figuresOf(conversation),
    }),
    call(caller, {
      ...analysed,
      user_id,
      incoming: false,
      duration_seconds: 50,
      rating: 3.4,
      outcomes: ['Appointment Set'],
      objections: ['Timing'],
      ...figuresOf({
        talk_ratio: 0.501,
        longest_monologue_seconds: 12.01,
        longest_customer_story_seconds: 8.5,
        interactivity: 1.25,
        patience_seconds: null,
        questions_per_hour: 0,
        filler_words_per_minute: 0.01,
        words_per_minute: 150.1,
        interruptions_per_hour: 7,
        overlap_ratio: 0.001,
        silence_ratio: 0.101,
      }),
    }),
    call(caller, { ...analysed, user_id, duration_seconds: 20, outcomes: ['No Conversation'] }),
    call(caller, { user_id, status: 'FAILED', incoming: true, duration_seconds: 30 }),
    // Analysed, but its transcript is still to come: it is not complete.
    call(caller, { user_id, analyzed: true, duration_seconds: 40, rating: 1, objections: ['Need'] }),
  );
  t.strictSame(await metricsOf(db, caller, question(user_id)), {
    window: { date_gte: '2026-11-20T00:00:00.000Z', date_lte: '2026-11-20T23:59:59.999Z' },
    filters: { source: [], stage: [], team: [], type: 'all' },
    definitions_version: 1,
    calls: {
      total: 5,
      analyzed: 3,
      failed: 1,
      inbound: 2,
      outbound: 1,
      total_duration_seconds: 240.25,
      average_duration_seconds: 48.1,
    },
    rating: {
      average: 3.95,
      count: 2,
      distribution: [
        { rating: 1, count: 0 },
        { rating: 2, count: 0 },
        { rating: 3, count: 1 },
        { rating: 4, count: 0 },
        { rating: 5, count: 1 },
      ],
    },
    outcomes: [
      { label: 'Appointment Set', count: 2, rate: 0.667 },
      { label: 'Callback Requested', count: 1, rate: 0.333 },
      { label: 'No Conversation', count: 1, rate: 0.333 },
    ],
    objections: [
      { label: 'Timing', count: 2 },
      { label: 'Price', count: 1 },
    ],
    conversation: {
      talk_ratio: 0.551,
      longest_monologue_seconds: 12.01,
      longest_customer_story_seconds: 8.25,
      interactivity: 2.63,
      patience_seconds: 0.5,
      questions_per_hour: 87.8,
      filler_words_per_minute: 0.01,
      words_per_minute: 150.1,
      interruptions_per_hour: 3.5,
      overlap_ratio: 0.001,
      silence_ratio: 0.151,
      sample_size: 2,
    },
    previous_period: {
      date_gte: '2026-11-19T00:00:00.000Z',
      date_lte: '2026-11-19T23:59:59.999Z',
      calls_total: 0,
      calls_analyzed: 0,
      average_duration_seconds: null,
      average_rating: null,
      talk_ratio: null,
      diff_pct: {
        calls_total: null,
        calls_analyzed: null,
        average_duration_seconds: null,
        average_rating: null,
        talk_ratio: null,
      },
    },
    trend: [{ date: '2026-11-20', calls: 5, analyzed: 3, average_rating: 3.95 }],
  });
});

t.test('without a call counts are 0, lists empty and everything else is null', async (t) => {
  t.match(await metricsOf(db, tenant(), question(uuidv7())), {
    calls: {
      total: 0,
      analyzed: 0,
      failed: 0,
      inbound: 0,
      outbound: 0,
      total_duration_seconds: null,
      average_duration_seconds: null,
    },
    rating: { average: null, count: 0, distribution: [] },
    outcomes: [],
    objections: [],
    conversation: { ...nothingSaid, sample_size: 0 },
    trend: [],
  });
});

t.test('the analysis of a failed or unfinished call counts nowhere', async (t) => {
  const caller = tenant();
  const user_id = uuidv7();
  const analysis = {
    rating: 4,
    outcomes: ['A'],
    objections: ['B'],
    ...figuresOf(conversation),
  };
  await keep(
    db,
    call(caller, { user_id, status: 'FAILED', analyzed: true, ...analysis }),
    call(caller, { user_id, status: 'PROCESSING', analyzed: true, ...analysis }),
    call(caller, { user_id, status: 'COMPLETED', analyzed: false, ...analysis }),
  );
  t.match(await metricsOf(db, caller, question(user_id)), {
    calls: { total: 3, analyzed: 0, failed: 1 },
    rating: { average: null, count: 0, distribution: [] },
    outcomes: [],
    objections: [],
    conversation: { ...nothingSaid, sample_size: 0 },
    trend: [{ calls: 3, analyzed: 0, average_rating: null }],
  });
});

t.test('a call where nobody speaks is left out of the means and the sample', async (t) => {
  const caller = tenant();
  const user_id = uuidv7();
  const silent = call(caller, { ...analysed, user_id, ...figuresOf(nothingSaid) });
  await keep(db, silent);
  t.match((await metricsOf(db, caller, question(user_id))).conversation, { ...nothingSaid, sample_size: 0 });
});

t.test('a rating is counted as the nearest whole number, a half as the next', async (t) => {
  const caller = tenant();
  const user_id = uuidv7();
  const ratings = [1, 1.4, 1.5, 2.4, 2.5, 3.5, 4.4, 4.5, 5];
  await keep(db, ...ratings.map((rating) => call(caller, { ...analysed, user_id, rating })));
  const { rating } = await metricsOf(db, caller, question(user_id));
  t.strictSame(
    rating.distribution.map(({ count }) => count),
    [2, 2, 1, 2, 2],
  );
  t.equal(rating.average, 2.91);
});

t.test('a contact has the calls of every agent, a user those with every contact', async (t) => {
  const caller = tenant();
  const [user_id, contact_id] = [uuidv7(), uuidv7()];
  await keep(
    db,
    call(caller, { user_id, contact_id }),
    call(caller, { contact_id }),
    call(caller, { contact_id }),
    call(caller, { user_id }),
  );
  t.equal((await metricsOf(db, caller, question(user_id))).calls.total, 2);
  t.equal((await metricsOf(db, caller, question(contact_id, { of: 'contact' }))).calls.total, 3);
  t.equal((await metricsOf(db, caller, question(user_id, { of: 'contact' }))).calls.total, 0);
});

t.test('roleplays and the calls of another integration never count', async (t) => {
  const caller = tenant();
  const [user_id, contact_id] = [uuidv7(), uuidv7()];
  await keep(
    db,
    call(caller, { ...analysed, user_id, contact_id, kind: 'roleplay', rating: 5, outcomes: ['A'] }),
    call(tenant(), { ...analysed, user_id, contact_id, rating: 5, outcomes: ['A'] }),
    call(tenant(), { user_id, contact_id, occurred_at: '2026-11-19T10:00:00Z' }),
  );
  for (const input of [question(user_id), question(contact_id, { of: 'contact' })]) {
    const { calls, outcomes, previous_period, trend } = await metricsOf(db, caller, input);
    t.strictSame([calls.total, outcomes, previous_period.calls_total, trend], [0, [], 0, []]);
  }
});
