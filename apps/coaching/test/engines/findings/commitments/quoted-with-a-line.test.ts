import t from 'tap';
import { findCommitments } from '../../../../src/engines/findings/commitments/find-commitments.ts';
import { mergeCommitments } from '../../../../src/engines/findings/commitments/merge-commitments.ts';
import { withoutLine } from '../../../../src/engines/findings/commitments/said-with-context.ts';
import type { OutcomeCode } from '../../../../src/engines/findings/findings.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

function itemsOf(lines: string, code: OutcomeCode | null = null): string[] {
  const call = talk(lines.trim().split('\n'), { agent: 'Danielle Reyes', contact: 'Walt Pruitt' });
  return findCommitments(call, [], code).map(({ owner, text }) => `${owner}: ${text}`);
}

t.test('a promise that points elsewhere is quoted with what was said just before it', async (t) => {
  t.same(
    itemsOf(
      "C: The SOC two thing. {inform} The report of the auditors. {request: x}\nA: I'll send that across right after this, you'd just click the NDA. {promise: x}\nC: Fine. {accept}",
    ),
    [
      "agent: Keep the promise to Walt: “I'll send that across right after this, you'd just click the NDA” (Walt had said: “The SOC two thing. The report of the auditors”)",
    ],
  );
});

t.test('a request that points elsewhere is not, unless a line plainly explains it', async (t) => {
  t.same(itemsOf("A: I'm ninety-six kilos. {inform}\nC: Do those the way we said. {request: x}"), []);
});

t.test('what is asked for instead takes the place of what was promised before', async (t) => {
  const lines = [
    "A: I'll have the San Jose article ready. {promise: x}",
    'C: Have your own data instead. {request: x}',
  ];
  const call = talk(lines, { agent: 'Danielle Reyes', contact: 'Walt Pruitt' });
  const item = (text: string, stretch: number) => ({
    ...{ owner: 'agent' as const, text, stretches: [stretch], probability: 0.9 },
  });
  const merged = mergeCommitments(call, [
    item('Have the San Jose article ready', 0),
    item('Have your own article instead', 1),
  ]);
  t.same(
    merged.map(({ text }) => text),
    ['Have your own article'],
  );
});

t.test('the quoted line is not part of the task', async (t) => {
  t.equal(
    withoutLine('Keep the promise to Walt: “I will” (Walt had asked: “The report?”)'),
    'Keep the promise to Walt: “I will”',
  );
  t.equal(
    withoutLine('Keep the promise to Ann: “I get it back. I bring it over” (you had said: “The form.”)'),
    'Keep the promise to Ann: “I get it back. I bring it over”',
  );
  t.equal(withoutLine('Tell him. You had said: “The dock is closed”'), 'Tell him');
});

t.test('a wording that lacks its object, or names its receiver twice, is quoted instead', async (t) => {
  for (const line of [
    'Message I will send you now with technician name',
    "Before noon, I'll put before noon",
  ])
    for (const item of itemsOf(`A: ${line}. {promise: x}\nC: Good. {accept}`)) t.match(item, `“${line}”`);
});

t.test('nobody is told to ring a sister for `them`', async (t) => {
  const lines =
    "C: It is in the sister's name. {inform}\nC: I'll give them a ring in the morning. {promise: x}";
  for (const item of itemsOf(lines)) t.notMatch(item, 'the sister in the morning');
});
