import { analysisExample } from '@debrief/contracts/resources/analysis-example';
import { transcriptExample } from '@debrief/contracts/resources/transcript';
import t from 'tap';
import { formatDigest } from '../../src/report/format-digest.ts';
import { formatReport } from '../../src/report/format-report.ts';

const report = formatReport(analysisExample, transcriptExample);

t.test('what matters most comes first, the transcript last', async (t) => {
  const titles = report.split('\n\n').map((section) => section.split('\n')[0]);
  t.strictSame(titles, [
    'Summary',
    'Disposition: Appointment Set',
    'Appointment',
    'Work on this first',
    'Top moments',
    'Objections',
    'For Maria Lopez to do',
    'For John Miller to do',
    'Rating 4.2 of 5',
    'Conversation',
    'Who said what',
    'Transcribed by pocketsphinx 0.8 (quality: low); coached by built-in 1, general-sales@1.',
  ]);
});

t.test('one improvement is to be worked on first, each with its own quote', async (t) => {
  const text = formatReport(
    {
      ...analysisExample,
      coaching: {
        id: '',
        conduct: [],
        top_moments: [],
        possible_improvements: ['Ask first', 'Listen'],
        improvement_kinds: [],
      },
      evidence: ['Yes?', 'Well.'].map((quote, index) => ({
        claim_id: `coaching.possible_improvements.${index}`,
        claim: '',
        segment_index: index,
        quote,
        start_time: 61,
        speaker: 'John Miller',
      })),
    },
    transcriptExample,
  );
  t.match(text, /Work on this first\n {2}- Ask first\n +1:01 John Miller: "Yes\?"\n\nCould be better, too\n/);
  t.match(text, /Could be better, too\n {2}- Listen\n +1:01 John Miller: "Well\."/);
});

t.test('an appointment is given as it was agreed, with its date where there is one', async (t) => {
  t.match(report, '  Tuesday at three (2026-11-24 15:00)');
  const open = { ...analysisExample, appointment: { as_agreed: 'some evening', at: null } };
  t.match(formatReport(open, transcriptExample), '  some evening (no date can be made of it)');
});

t.test('conduct comes before everything else', async (t) => {
  const text = formatReport(
    {
      ...analysisExample,
      coaching: {
        id: '',
        conduct: ['You pushed.'],
        top_moments: [],
        possible_improvements: ['Ask first'],
        improvement_kinds: [],
      },
    },
    transcriptExample,
  );
  t.match(text, /^Conduct\n {2}- You pushed\.\n\nSummary\n/);
});

t.test('an appointment stands with its quote, and no other claim repeats it', async (t) => {
  const [, agreed] = analysisExample.evidence ?? [];
  const quoted = agreed === undefined ? [] : [agreed, { ...agreed, claim_id: 'appointment' }];
  const text = formatReport({ ...analysisExample, evidence: quoted }, transcriptExample);
  const words = `John Miller: "${agreed?.quote}"`;
  t.match(text, new RegExp(`Appointment\\n .*\\n +7:46 ${words}`));
  t.equal(text.split(words).length, 2);
});

t.test('words that a sentence quotes are not printed again under it', async (t) => {
  const [price] = analysisExample.evidence ?? [];
  const moment = `3:32 Stayed calm: "${price?.quote}"`;
  const text = formatReport(
    {
      ...analysisExample,
      coaching: {
        id: '',
        conduct: [],
        top_moments: [moment],
        possible_improvements: [],
        improvement_kinds: [],
      },
      evidence: price === undefined ? [] : [{ ...price, claim_id: 'coaching.top_moments.0' }],
    },
    transcriptExample,
  );
  t.match(text, `Top moments\n  - ${moment}\n\nObjections`);
});

t.test('a call without a rating, a label or a word says so', async (t) => {
  const { rating: _, ...unrated } = analysisExample;
  const text = formatReport(
    { ...unrated, appointment: null, disposition: { id: '', outcomes: [], codes: [], reasoning: '' } },
    { ...transcriptExample, segments: [] },
  );
  t.match(
    text,
    'Not rated\n  Too little was said to judge it, or its rubric does not rate calls that end like this.',
  );
  const gatekeeper = {
    ...analysisExample.disposition,
    id: '',
    outcomes: [],
    codes: ['gatekeeper'],
    reasoning: '',
  };
  t.match(
    formatReport({ ...unrated, disposition: gatekeeper }, transcriptExample),
    'Not rated\n  Somebody else answered and did not put the call through.',
  );
  t.match(text, 'Disposition: no label fits');
  t.match(text, 'No speech was found.');
  t.notMatch(text, 'Appointment\n');
});

t.test('words that a digest tells within a sentence are not printed below it again', async (t) => {
  const none = { value: 1, previous: null, diff_pct: null };
  const said = {
    speaker: 'Ann',
    start_time: 110,
    segment_index: 1,
    recording_id: 'a',
    user_id: 'b',
    claim: '',
  };
  const detail = 'For example, Ann to Rita: “I have Thursday at four” and Ann to Bo: “Shall I come?”';
  const shown = formatDigest({
    ...{ headline: '', focus: null, gaps: [], top_objections: [], agents: [], team_drill: null },
    stats: { calls: none, rated: none, average_rating: none },
    strengths: [{ title: 'Next step', detail, criterion_id: 'next_step', calls: 3, share: 1 }],
    evidence: ['I have Thursday at four.', 'Shall I come?', 'Or I call you.'].map((quote) => ({
      ...{ ...said, claim_id: 'strengths.0', quote },
    })),
  });
  t.match(shown, '1:50 Ann: “Or I call you.”');
  t.notMatch(shown, 'Ann: “I have Thursday');
});

t.test('an objection of a digest is told by its answer, and else by the calls that had it', async (t) => {
  const nine = { value: 9, previous: null, diff_pct: null };
  const shown = formatDigest({
    ...{ headline: '', focus: null, gaps: [], strengths: [], agents: [], team_drill: null, evidence: [] },
    stats: { calls: nine, rated: nine, average_rating: nine },
    top_objections: [
      { label: 'Price', count: 3, best_answer: null },
      {
        label: 'Trust',
        count: 2,
        where: 'calls of Ben on 10 and 12 November',
        best_answer: 'Ben asked why.',
      },
    ],
    to_follow_up: [
      { user_id: 'b', detail: 'Ann and Rita on 10 November: they settled on Friday.' },
      { user_id: 'b', detail: 'Friday 13 November: Ann was to visit Rita.', is_over: true },
    ],
  });
  t.match(
    shown,
    'Ask how it went\n  - Friday 13 November: Ann was to visit Rita.\n\nTo follow up\n  - Ann and Rita on 10 November',
  );
  t.notMatch(shown, 'Figures', 'the headline has them');
  t.match(shown, 'Price, in at least 3 of 9 calls:');
  t.match(shown, '- Trust. Ben asked why.', 'whose calls it was in is told where no answer is');
});

t.test(
  'a change of an agent is told where rounding leaves one, and otherwise that there is none',
  async (t) => {
    const none = { value: 1, previous: null, diff_pct: null };
    const agent = (delta: number | null) =>
      formatDigest({
        ...{ headline: '', focus: null, gaps: [], strengths: [], top_objections: [], team_drill: null },
        stats: { calls: none, rated: none, average_rating: none },
        agents: [{ user_id: 'b', name: 'Ben', calls: 3, average_rating: 4.1, delta, focus: null }],
        evidence: [],
      });
    t.match(agent(0.26), 'Ben: 3 calls, rated 4.1, 0.26 more than before');
    t.match(agent(-0.1), '0.1 less than before');
    t.match(agent(0.03), 'rated 4.1, as before');
    t.notMatch(agent(null), 'before');
  },
);
