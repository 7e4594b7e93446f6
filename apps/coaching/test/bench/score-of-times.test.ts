import { analysisExample } from '@debrief/contracts/resources/analysis-example';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import t from 'tap';
import { compareTimes, readTime } from '../../bench/agreed-time.ts';
import type { CoachedCall } from '../../bench/coached-call.ts';
import { conditions, withoutPunctuation, wordsWrong } from '../../bench/conditions.ts';
import type { GoldCall } from '../../bench/read-gold-calls.ts';
import { auc, score } from '../../bench/score.ts';

const texts = [
  'Thursday at two?',
  "It's too expensive.",
  'I see.',
  'Fine, Thursday at two.',
  "I'll write it down.",
];
const gold: GoldCall['gold'] = {
  disposition: 'appointment_set',
  also_acceptable: [],
  appointment: { when: 'Thursday at two', turn: 3 },
  objections: [{ kind: 'price', quote: 'too expensive', turn: 1 }],
  objections_optional: [],
  action_items: [{ owner: 'agent', text: 'write it down', turn: 4 }],
  action_items_optional: [],
  agent_quality: 'good',
};

interface Found {
  outcome?: string | null;
  appointment?: { as_agreed: string; at: string | null } | null;
  /** Kind, then the turns of its quotes. */
  objections?: [string, ...number[]][];
  agentItems?: number[][];
  contactItems?: number[][];
  rating?: number | null;
}

/** A call with what the coach found in it; quotes are whole turns. */
function coached(labels: Partial<GoldCall['gold']>, found: Found): CoachedCall {
  const turns = texts.map(
    (text, index) => ({ speaker: index % 2 === 0 ? 'agent' : 'contact', text }) as const,
  );
  const call: GoldCall = { id: 'c', agent: 'Maria', contact: 'Walt', turns, gold: { ...gold, ...labels } };
  const { transcript } = requestOf(call, { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT });
  const quote = (claim_id: string) => (turn: number) => ({
    claim_id,
    claim: '',
    segment_index: turn,
    quote: texts[turn] ?? 'not said',
    start_time: 0,
    speaker: '',
  });
  const {
    objections = [],
    agentItems = [],
    contactItems = [],
    rating = 3,
    outcome = 'Appointment Set',
  } = found;
  const { action_items, disposition, rating: rated, ...rest } = structuredClone(analysisExample);
  const analysis: CoachedCall['analysis'] = {
    ...rest,
    action_items: {
      id: '',
      ...action_items,
      primary: agentItems.map(() => 'Do it'),
      secondary: contactItems.map(() => 'Do it'),
    },
    disposition: {
      id: '',
      reasoning: '',
      codes: [],
      ...disposition,
      outcomes: outcome === null ? [] : [outcome],
    },
    appointment: found.appointment ?? null,
    objections: {
      id: '',
      outcomes: objections.map(([kind]) => kind),
      kinds: objections.map(([kind]) => kind),
      confidence: objections.map(() => 1),
      replies: objections.map(() => ''),
      answers: objections.map(() => ''),
    },
    ...(rating !== null && rated !== undefined && { rating: { ...rated, outcome: rating } }),
    evidence: [
      ...objections.flatMap(([, ...at], index) => at.map(quote(`objections.outcomes.${index}`))),
      ...agentItems.flatMap((at, index) => at.map(quote(`action_items.primary.${index}`))),
      ...contactItems.flatMap((at, index) => at.map(quote(`action_items.secondary.${index}`))),
    ],
  };
  return { call, transcript, analysis };
}

t.test('dispositions: an acceptable one is right, Unclear is a miss but not a commitment', async (t) => {
  const scores = score([
    coached({}, {}),
    coached({ disposition: 'callback', also_acceptable: ['follow_up'] }, { outcome: 'No Next Step' }),
    coached({ disposition: 'voicemail' }, { outcome: 'No Conversation' }),
    coached({ disposition: 'callback' }, { outcome: 'Unclear' }),
    coached({ disposition: 'callback' }, { outcome: null }),
    coached({ disposition: 'sale' }, { outcome: 'Appointment Set' }),
  ]);
  t.match(scores, {
    accuracy: { hits: 3, of: 6 },
    committed: { hits: 4, of: 6 },
    rightWhereCommitted: { hits: 3, of: 4 },
  });
  // appointment_set 2/3, follow_up 1, voicemail 1, callback 0, sale 0.
  t.equal(scores.macroF1.toFixed(4), ((2 / 3 + 2) / 5).toFixed(4));
  t.equal(scores.confusion.get('callback')?.get('unclear'), 2);
  t.match(scores.misses[0]?.what, /^disposition callback, not Unclear/);
});

t.test('appointments: found with the label or the time, false where none was made', async (t) => {
  const made = { as_agreed: 'Thursday at two', at: null };
  const none = { disposition: 'callback', appointment: null } as const;
  const scores = score([
    coached({}, { appointment: made }),
    coached({}, { outcome: 'Unclear' }),
    coached(
      { disposition: 'sale' },
      { outcome: 'Sale Made', appointment: { ...made, as_agreed: 'Thursday' } },
    ),
    coached(none, { outcome: 'Appointment Set' }),
    coached(none, { outcome: 'Callback Requested', appointment: made }),
  ]);
  t.match(scores, {
    appointmentsFound: { hits: 2, of: 3 },
    falseAppointments: { hits: 1, of: 2 },
    timesRight: { hits: 1, of: 3 },
    timesToLookAt: 0,
  });
});

t.test('objections: found by a quote of their turn, right when every quote stands in one', async (t) => {
  const scores = score([
    coached({}, { objections: [['Price', 1]] }),
    coached({}, { objections: [['Existing provider', 1]] }),
    coached({}, { objections: [['Price', 1, 3]] }),
    coached(
      { objections_optional: [{ kind: 'timing', quote: 'Fine', turn: 3 }] },
      { objections: [['Timing', 3]] },
    ),
  ]);
  t.match(scores, {
    objectionRecall: { hits: 3, of: 4 },
    objectionPrecision: { hits: 3, of: 4 },
    objectionKinds: { hits: 2, of: 3 },
  });
});

t.test('action items: the right owner, within one turn', async (t) => {
  const scores = score([
    coached({}, { agentItems: [[3]] }),
    coached({}, { agentItems: [[2]] }),
    coached({}, { contactItems: [[4]] }),
    coached({ action_items: [], action_items_optional: gold.action_items }, { agentItems: [[4]] }),
  ]);
  t.match(scores, { itemPrecision: { hits: 2, of: 4 }, itemRecall: { hits: 1, of: 3 } });
});

t.test('ratings: pairs in order, ties by half, calls without a rating left out', async (t) => {
  t.equal(auc([4, 3], [3, 1]), 0.875);
  t.equal(auc([], [1]), null);
  const scores = score([
    coached({}, { rating: 4 }),
    coached({ agent_quality: 'awful' }, { rating: 2 }),
    coached({ agent_quality: 'mediocre' }, { rating: 1 }),
    coached({ agent_quality: 'awful' }, { rating: null }),
  ]);
  t.match(scores, { goodAgainstAwful: 1, mediocreAgainstAwful: 0, unrated: 1 });
});

t.test('a quote that nobody said is a miss', async (t) => {
  const scores = score([coached({}, { objections: [['Price', 9]], agentItems: [[4]] })]);
  t.match(scores.verbatim, { hits: 1, of: 2 });
  t.match(
    scores.misses.map(({ what }) => what),
    [/^no objection/, /^objection not found/, /^not verbatim: "not said" \(turn 9\)/],
  );
});

t.test('the conditions change words only, the same ones each time', async (t) => {
  t.equal(withoutPunctuation("Oh – it's “fine”, 'really': $4.50!"), "oh it's fine really 4 50");
  const call = {
    id: 'c',
    agent: 'A',
    contact: 'C',
    turns: [{ speaker: 'agent' as const, text: 'one two '.repeat(500).trim() }],
  };
  const [first, again, other] = [wordsWrong([call], 1), wordsWrong([call], 1), wordsWrong([call], 2)];
  t.strictSame(first, again);
  t.notSame(first, other);
  const words = first[0]?.turns[0]?.text.split(' ').length ?? 0;
  t.ok(words > 920 && words < 980, `about one word in twenty is dropped: ${words}`);
  t.strictSame(
    conditions.map(({ variants }) => variants([call]).length),
    [1, 1, 5],
  );
});

const verdict = (when: string, as_agreed: string, at: string | null = null) =>
  compareTimes(when, { as_agreed, at });

t.test('hours are read as people say them', async (t) => {
  for (const [words, hours] of [
    ['Thursday at five thirty', [330]],
    ['half past one', [90]],
    ['half twelve', [30]],
    ['quarter to nine', [525]],
    ["three o'clock", [180]],
    ['around seven forty-five', [465]],
    ['seven oh five', [425]],
    ['noon', [0]],
    ['between four and six', [240, 360]],
    ['2:30 p.m.', [150]],
    ['at 17:30', [330]],
  ] as const) {
    t.strictSame(readTime(words).hours, hours, words);
  }
});

t.test('days are weekdays, dates and today or tomorrow', async (t) => {
  t.match(readTime('Tuesday the ninth'), { weekday: 2, date: 9, relative: null, hours: [] });
  t.match(readTime('the twenty first'), { date: 21 });
  t.match(readTime('March 4 in the afternoon'), { date: 4, half: 'pm' });
  t.match(readTime('tonight at eight'), { relative: 'today', half: 'pm', hours: [480] });
});

t.test('a time is right when day, hour and half of the day are all there and nothing else is', async (t) => {
  t.equal(verdict('Thursday at five thirty', 'Thursday at five thirty', '2026-01-08T17:30'), 'right');
  t.equal(verdict('Tuesday the ninth at three', 'Tuesday at three pm'), 'right');
  t.equal(verdict('Thursday at five thirty', 'Thursday'), 'wrong', 'no hour');
  t.equal(verdict('Thursday at five thirty', 'five thirty'), 'wrong', 'no day');
  t.equal(verdict('Thursday at two', 'Thursday at two or three'), 'wrong', 'one hour too many');
  t.equal(verdict('the fourth, eight to ten', 'the fourth at eight'), 'wrong', 'half of the window');
  t.equal(verdict('tomorrow morning at nine', 'tomorrow at nine'), 'wrong', 'no half of the day');
  t.equal(verdict('Sunday at two thirty', 'Saturday at two thirty'), 'wrong', 'another day');
  t.equal(verdict('today at five', 'Monday at five'), 'look at it', 'days of different kinds');
});

t.test('the resolved time must not contradict the words', async (t) => {
  t.equal(verdict('Thursday at two', 'Thursday at two', '2026-01-09T14:00'), 'wrong', 'a Friday');
  t.equal(verdict('Thursday at two', 'Thursday at two', '2026-01-08T15:00'), 'wrong');
  t.equal(verdict('Thursday at two', 'Thursday at two', '2026-01-08'), 'right', 'the day alone');
  t.equal(verdict('the ninth in the morning', 'the ninth in the morning', '2026-01-09T15:00'), 'wrong');
});
