import t from 'tap';
import { builtInCoach } from '../../../../src/engines/built-in/built-in-coach.ts';
import { clockTime } from '../../../../src/engines/built-in/feedback/moment.ts';
import { context, conversation, rubricNamed } from '../../../fixtures/conversation.ts';

const rubric = rubricNamed('general-sales');
const coach = (...lines: string[]) => builtInCoach.analyze(conversation(...lines), rubric, context);

const call = [
  'agent: Hi Paul, this is Maria from Northgate Windows, I am calling about your old windows.',
  'contact: Yes, they are very old and we are cold every winter.',
  'agent: We have new windows for nine thousand dollars and they are made of very good plastic.',
  'contact: That is too expensive for us.',
  'agent: Well, that is the price of good windows these days, and nobody sells them cheaper.',
  'contact: I see. I will think about it.',
  'agent: Okay, goodbye.',
];

t.test('an objection that was not explored is named with its moment and its words', async (t) => {
  const { coaching, evidence } = coach(...call);
  const improvement = coaching.possible_improvements.findIndex((text) => /objection/i.test(text));
  t.ok(improvement >= 0, coaching.possible_improvements.join('\n'));
  t.match(coaching.possible_improvements[improvement], '"That is too expensive for us"');
  t.match(
    evidence.find(({ claim_id }) => claim_id === `coaching.possible_improvements.${improvement}`),
    { segment_index: 3, quote: 'That is too expensive for us.' },
  );
});

t.test('there are a few improvements, each of another criterion', async (t) => {
  const { possible_improvements } = coach(...call).coaching;
  t.ok(possible_improvements.length >= 2 && possible_improvements.length <= 4);
  t.equal(new Set(possible_improvements).size, possible_improvements.length);
});

t.test('after a refusal nobody is told to press for a next step', async (t) => {
  const { coaching } = coach(
    ...call.slice(0, 5),
    'contact: No thank you, we are not interested.',
    'agent: But the offer ends today.',
    'contact: I said no, we are not interested.',
    'agent: Are you sure about that?',
    'contact: No thank you. Goodbye.',
  );
  t.notOk(coaching.possible_improvements.some((text) => text.includes('small yes')));
  t.ok(coaching.possible_improvements.some((text) => text.includes('clear no')));
});

t.test('the best moments are told in their order, with the words', async (t) => {
  const { coaching, evidence } = coach(
    ...call.slice(0, 2),
    'agent: I am sorry to hear that. How long have you had them, and what do you pay for heating?',
    'contact: About four hundred dollars a month.',
    'agent: Who else is involved in the decision?',
    'contact: My wife.',
    'agent: Could I visit you both on Thursday at six?',
    'contact: Yes, Thursday at six is fine.',
  );
  t.ok(coaching.top_moments.length >= 3);
  t.ok(coaching.top_moments.some((text) => /Asked who else is involved in the decision/.test(text)));
  const places = evidence
    .filter(({ claim_id }) => claim_id.startsWith('coaching.top_moments.'))
    .map(({ start_time }) => start_time);
  t.strictSame(
    places,
    [...places].sort((a, b) => a - b),
  );
});

t.test('moments are told as players show them', async (t) => {
  t.equal(clockTime(0), '0:00');
  t.equal(clockTime(78.9), '1:18');
  t.equal(clockTime(3671), '61:11');
});
