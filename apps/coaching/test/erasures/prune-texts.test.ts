import { randomUUID } from 'node:crypto';
import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { Digest } from '@debrief/contracts/resources/coaching-period';
import t from 'tap';
import { pruneAgenda, pruneDigest } from '../../src/erasures/prune-texts.ts';

const [gone, kept] = [randomUUID(), randomUUID()];
const words = { segment_index: 1, quote: 'It is too dear.', start_time: 4, speaker: 'John Miller' };
const moment = (recording_id: string) => ({ recording_id, ...words });
const observation = (title: string) => ({ title, detail: '', criterion_id: title, calls: 4, share: 0.5 });
const figure = { value: 4, previous: null, diff_pct: null };

const digest: Digest = {
  headline: 'Four calls.',
  focus: null,
  stats: { calls: figure, rated: figure, average_rating: figure },
  strengths: [observation('first'), observation('second')],
  gaps: [observation('third')],
  top_objections: [{ label: 'Price', count: 2, best_answer: 'John said “It is too dear.”' }],
  to_follow_up: ['Ann and John: Monday.', 'Ann and Bo: Friday.'].map((detail) => ({
    ...{ user_id: randomUUID(), detail },
  })),
  agents: [
    { user_id: randomUUID(), name: 'Maria Lopez', calls: 4, average_rating: 3, delta: null, focus: null },
  ],
  team_drill: 'Price, in pairs: one says what John said: “It is too dear.” The other answers.',
  evidence: [
    ['strengths.0', gone],
    ['strengths.1', kept],
    ['gaps.0', kept],
    ['top_objections.0', kept],
    ['top_objections.0', gone],
    ['to_follow_up.0', gone],
    ['to_follow_up.1', kept],
  ].map(([claim_id = '', recording_id = '']) => ({
    claim_id,
    claim: '',
    user_id: randomUUID(),
    ...moment(recording_id),
  })),
};

t.test(
  'a digest loses what rests on a recording that is gone, and keeps its figures and the rest',
  async (t) => {
    const left = pruneDigest(digest, { recordings: new Set([gone]), names: [] });
    t.strictSame(left, {
      ...digest,
      strengths: digest.strengths.slice(1),
      top_objections: [],
      to_follow_up: digest.to_follow_up?.slice(1),
      team_drill: null,
      evidence: [
        { ...digest.evidence[1], claim_id: 'strengths.0' },
        digest.evidence[2],
        { ...digest.evidence[6], claim_id: 'to_follow_up.0' },
      ],
    });
  },
);

type Evidence = (typeof digest)['evidence'][number];

t.test('a digest loses a name, and nothing else where no recording is gone', async (t) => {
  const none = { recordings: new Set<string>(), names: [] };
  t.strictSame(pruneDigest(digest, none), digest);
  const left = pruneDigest(digest, { ...none, names: ['Maria Lopez', 'John Miller'] });
  t.equal(left.agents[0]?.name, 'Agent');
  t.match(left.team_drill, /one says what \[erased\] said/);
  t.strictSame(left.stats, digest.stats);
  const answered = { ...digest, team_drill: 'Opening: one asks. The other answers as John did: “Not now.”' };
  t.equal(pruneDigest(answered, { ...none, recordings: new Set([gone]) }).team_drill, null);
  const drill = { ...digest, team_drill: 'Ask more.' };
  t.equal(pruneDigest(drill, { ...none, recordings: new Set([gone]) }).team_drill, 'Ask more.');
});

const content: AgendaContent = {
  overview: 'You had 4 calls.',
  wins: [
    { text: 'To John.', moments: [moment(gone)] },
    { text: 'In all.', moments: [] },
  ],
  improvements: [],
  questions: [
    { id: 'q1', text: 'What of John?', moment: moment(gone) },
    { id: 'q2', text: 'What of Jane?', moment: moment(kept) },
  ],
  drill: {
    text: 'Let a colleague read out what John said.',
    say: 'What would you change?',
    moment: moment(gone),
  },
  follow_up: 'You promised to call John Miller.',
};
const title = 'Listening: all points on Tuesday';
const answers = {
  answers: { q1: 'I called John Miller.', q2: 'Nothing yet.' },
  commitment: 'Ring John Miller.',
};

t.test(
  'an agenda loses what rests on a recording that is gone, with the answers to it, and the name',
  async (t) => {
    const left = pruneAgenda(
      { title, content, answers, draft: answers },
      { recordings: new Set([gone]), names: ['John Miller'] },
    );
    t.strictSame(left, {
      title,
      content: {
        ...content,
        wins: content.wins.slice(1),
        questions: content.questions
          .slice(1)
          .map((one) => ({ ...one, moment: { ...one.moment, speaker: 'Agent' } })),
        drill: { text: 'Say this line aloud five times.', say: 'What would you change?', moment: null },
        follow_up: 'You promised to call [erased].',
      },
      answers: { answers: { q2: 'Nothing yet.' }, commitment: 'Ring [erased].' },
      draft: { answers: { q2: 'Nothing yet.' }, commitment: 'Ring [erased].' },
    });
    const saying = {
      ...content,
      drill: { ...content.drill, say: 'So you owe on it. What worries you most about that?' },
    };
    t.notMatch(
      JSON.stringify(
        pruneAgenda(
          { title, content: saying as AgendaContent, answers, draft: null },
          { recordings: new Set([gone]), names: [] },
        ),
      ),
      'owe on it',
      'what a line says back goes with the call',
    );
    const untold = { title, content, answers: null, draft: null };
    t.strictSame(pruneAgenda(untold, { recordings: new Set(), names: [] }), untold);
  },
);

t.test('an agenda is called by what is left where that is gone which its title names', async (t) => {
  const improvement = (name: string, recording_id: string) => ({
    ...{ criterion_id: name, criterion: name, title: `${name}: more of it`, text: '' },
    ...{ figures: { points: 1, potential: 4, calls: 4 }, moments: [moment(recording_id)] },
  });
  const titleAfter = (title: string, some: Partial<AgendaContent>) => {
    const texts = { title, content: { ...content, ...some }, answers: null, draft: null };
    return pruneAgenda(texts, { recordings: new Set([gone]), names: [] }).title;
  };
  const named = 'Listening (missing on Tuesday)';
  const [lost, other] = [improvement('Listening', gone), improvement('Opening', kept)];
  const win = (recording_id: string) => ({ text: 'Well done.', moments: [moment(recording_id)] });
  t.equal(titleAfter(named, { improvements: [improvement('Listening', kept), lost] }), named);
  t.equal(titleAfter(named, { improvements: [lost, other] }), 'Opening: more of it');
  t.equal(titleAfter(named, { improvements: [lost], wins: [win(kept)] }), 'What went well');
  t.equal(titleAfter(named, { improvements: [lost], wins: [win(gone)] }), 'Your calls');
  t.equal(titleAfter(title, { wins: [win(gone)] }), 'Your calls');
  t.equal(titleAfter(title, { wins: [win(gone), win(kept)] }), title);
});

t.test('what names a call without its words goes when the call is erased', async (t) => {
  const named = (claim_id: string) => ({ ...digest.evidence[0], claim_id, recording_id: gone }) as Evidence;
  const headline = "3 calls were rated 4 of 5. Asking was missing in Ann's call with Mr. Lee on 9 November.";
  const gaps = ['Opening', 'Listening'].map((title) => ({
    ...{ title, detail: 'It was missing.', criterion_id: title, calls: 3, share: 0.5 },
  }));
  const told = { ...digest, headline, gaps, evidence: [named('headline'), named('gaps.0.named')] };
  const left = pruneDigest(told, { recordings: new Set([gone]), names: [] });
  t.equal(left.headline, '3 calls were rated 4 of 5.');
  t.match(left.gaps, [{ title: 'Listening' }]);
  t.strictSame(left.evidence, []);
  t.equal(pruneDigest(told, { recordings: new Set(), names: [] }).headline, headline);
});
