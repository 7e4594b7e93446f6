import t from 'tap';
import { coachCall } from '../../../src/engines/built-in/built-in-coach.ts';
import { indicators } from '../../../src/engines/built-in/rating/all-indicators.ts';
import type { Rubric } from '../../../src/engines/rubric.ts';
import { context, conversation, rubricNamed, rubrics } from '../../fixtures/conversation.ts';

t.test('every rubric asks for indicators that can be found, and names each criterion once', async (t) => {
  for (const { name, criteria } of rubrics.values()) {
    for (const { indicator } of criteria.flatMap((criterion) => criterion.indicators)) {
      t.ok(indicators.has(indicator), `${name}: ${indicator}`);
    }
    t.equal(new Set(criteria.map(({ id }) => id)).size, criteria.length, name);
  }
});

const good = [
  'agent: Hi Paul, this is Maria from Northgate Windows. I am calling about the estimate you asked for. Is this a good time?',
  'contact: Yes, it is fine.',
  'agent: I would like to ask you a few questions about your house and then see whether a visit makes sense. Okay?',
  'contact: Sure.',
  'agent: How old are the windows?',
  'contact: They are from nineteen ninety, and in winter the rooms are so cold that the kids sleep in our bed.',
  'agent: I am sorry to hear that. What does that cost you in heating?',
  'contact: About four hundred dollars a month in January.',
  'agent: That must hurt. What have you tried so far?',
  'contact: Tape and curtains, mostly, and it does not help at all.',
  'agent: Our windows cut heating bills by thirty percent, so the kids can sleep in their own rooms again.',
  'contact: That would be nice. What do they cost?',
  'agent: Nine thousand dollars for a house like yours, with a guarantee of twenty years.',
  'contact: That is more than we expected to pay.',
  'agent: I understand. What did you expect to pay?',
  'contact: Maybe seven.',
  'agent: We can start with the bedrooms for six thousand. Would that help?',
  'contact: Yes, that sounds better.',
  'agent: Who else is involved in the decision?',
  'contact: My wife.',
  'agent: Could I visit you both on Thursday at six?',
  'contact: Yes, Thursday at six works.',
  'agent: Great, so we are set for Thursday at six. Thank you for your time, Paul.',
];
const bad = [
  'agent: Hello. We have the best windows in town and they are very modern and there are many colours to choose from.',
  'contact: Who is this?',
  'agent: The frames are made of a very good plastic and we also do doors and garages and conservatories.',
  'contact: It is a bit expensive for us, I think, and the house is really fine as it is right now.',
  'agent: The price is what it is. You will not find anything better anywhere.',
  'contact: I see. Well, I will think about it.',
  'agent: The offer ends today.',
];

function rated(lines: readonly string[], rubric: Rubric = rubricNamed('general-sales')) {
  const { rating } = coachCall(conversation(...lines), rubric, context);
  if (rating === null) throw new Error('not rated');
  return rating;
}

t.test('a well led call earns more than one that is talked through', async (t) => {
  const [high, low] = [rated(good).outcome, rated(bad).outcome];
  t.ok(high >= 4.3, `${high}`);
  t.ok(low <= 2, `${low}`);
});

t.test('the rating is the weighted share of the points, from 1 to 5', async (t) => {
  for (const rubric of rubrics.values()) {
    for (const lines of [good, bad]) {
      const { outcome, criteria } = rated(lines, rubric);
      const counted = criteria.filter(({ applicable }) => applicable);
      const weight = counted.reduce((sum, own) => sum + own.weight, 0);
      const earned = counted.reduce((sum, own) => sum + (own.weight * own.score) / own.potential_score, 0);
      t.equal(outcome, Math.round((1 + (4 * earned) / weight) * 10) / 10);
      for (const { score, potential_score } of criteria) t.ok(score >= 0 && score <= potential_score);
    }
  }
});

t.test('what gave no occasion is left out and says so', async (t) => {
  const { criteria } = rated(
    good.filter((line) => !/expected|expect to pay|seven|bedrooms|better/.test(line)),
  );
  t.match(
    criteria.find(({ id }) => id === 'objection_handling'),
    { applicable: false, score: 0, reasoning: 'Left out: the call gave no occasion for it.' },
  );
});

t.test('reasoning says what was heard and what was not', async (t) => {
  const { criteria } = rated(bad);
  t.match(
    criteria.find(({ id }) => id === 'opening'),
    { score: 1, reasoning: /You greeted the contact.*Not heard: your name/ },
  );
});

t.test('a rubric that asks for an unknown indicator is refused', async (t) => {
  const rubric = rubricNamed('general-sales');
  const indicator = {
    indicator: 'smiled',
    points: 1,
    heard: 'smiled',
    missing: 'a smile',
    improvement: 'Smile.',
  };
  const broken = {
    ...rubric,
    criteria: [{ id: 'x', title: 'X', weight: 1, applies: 'always' as const, indicators: [indicator] }],
  };
  t.throws(() => rated(good, broken), { message: /Unknown indicator "smiled"/ });
});

t.test('objections are met in four steps', async (t) => {
  const handling = (...lines: string[]) =>
    rated(['contact: Hello, this is Paul.', ...lines]).criteria.find(({ id }) => id === 'objection_handling')
      ?.score;
  const objection = 'contact: That is too expensive for us.';
  t.equal(handling(objection, 'agent: Bye.'), 0);
  t.equal(handling(objection, 'agent: I understand.', 'contact: Okay.'), 1);
  t.equal(
    handling(
      objection,
      'agent: I understand. What did you expect to pay?',
      'contact: Half of it.',
      'agent: We can do half of the house first, which means you save heating now. Does that help?',
      'contact: Yes.',
    ),
    4,
  );
});
