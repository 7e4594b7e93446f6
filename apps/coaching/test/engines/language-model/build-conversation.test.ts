import t from 'tap';
import type { Act } from '../../../src/engines/conversation/acts.ts';
import { buildConversation } from '../../../src/engines/language-model/build-conversation.ts';
import { context, conversation } from '../../fixtures/conversation.ts';

type Found = [segment: number, start: number, end: number, act: Act];

function build(lines: string[], ...found: Found[]) {
  return buildConversation(
    conversation(...lines),
    context,
    found.map(([segment, start, end, act]) => ({ segment, start, end, acts: { [act]: 0.8 } })),
  );
}

t.test('words that no stretch has become stretches without acts', async (t) => {
  const { stretches } = build(['agent: Hi Paul. How are you? Bye.'], [0, 9, 21, 'ask_open']);
  t.match(stretches, [
    { index: 0, text: 'Hi Paul.', acts: {}, start: 0, end: 8 },
    { index: 1, text: 'How are you?', acts: { ask_open: 0.8 } },
    { index: 2, text: 'Bye.', acts: {}, start: 22, end: 26 },
  ]);
  t.strictSame(
    stretches[1]?.words.map(({ text }) => text),
    ['how', 'are', 'you'],
  );
});

t.test('a turn is what one speaker says until the other takes over', async (t) => {
  const { turns, stretches, people } = build(
    ['agent: Hi.', 'agent: Is this Paul?', 'contact: …', 'agent: Hello?', 'contact: Yes.'],
    [4, 0, 4, 'accept'],
  );
  t.match(turns, [
    { index: 0, role: 'agent', from: 0, to: 3 },
    { index: 1, role: 'contact', from: 3, to: 4 },
  ]);
  t.strictSame(
    stretches.map(({ turn, segment }) => [turn, segment]),
    [
      [0, 0],
      [0, 1],
      [0, 3],
      [1, 4],
    ],
  );
  t.strictSame(people, { agent: 'Maria', contact: 'Paul' });
  t.equal(
    turns[0]?.endTime,
    conversation('agent: Hi.', 'agent: Is this Paul?', 'contact: …', 'agent: Hello?').segments[3]?.end_time,
  );
});

t.test('an answer counts once there is something to answer', async (t) => {
  const lines = ['contact: Yes.', 'agent: Thursday?', 'contact: Yes.'];
  const { stretches } = build(lines, [0, 0, 4, 'accept'], [1, 0, 9, 'propose_time'], [2, 0, 4, 'accept']);
  t.strictSame(
    stretches.map(({ acts }) => Object.keys(acts)),
    [[], ['propose_time'], ['accept']],
  );
});
