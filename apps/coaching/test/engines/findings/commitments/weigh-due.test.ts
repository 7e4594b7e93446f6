import t from 'tap';
import { findCommitments } from '../../../../src/engines/findings/commitments/find-commitments.ts';
import { weighDue } from '../../../../src/engines/findings/commitments/weigh-due.ts';
import type { OutcomeCode } from '../../../../src/engines/findings/findings.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

const call = (...lines: string[]) => talk(lines, { agent: 'Danielle Reyes', contact: 'Walt Pruitt' });

/** How likely the promise of the lines is still to be done. */
function due(code: OutcomeCode, ...lines: string[]): number {
  const [found] = weighDue(call(...lines), code).filter(({ act }) => act === 'promise');
  if (found === undefined) throw new Error('nothing is promised');
  return found.probability;
}

const itemsOf = (...lines: string[]) => findCommitments(call(...lines), [], 'next_step_agreed');
const textsOf = (...lines: string[]) => itemsOf(...lines).map(({ text }) => text);

const standing = [
  "A: I'll email you the quote tonight. {promise: x}",
  'C: Great, thanks. {accept, thanks}',
] as const;

t.test('a promise that stands is likelier to be due than one that is kept in the call', async (t) => {
  const kept = [
    "A: I'll read it back to you. {promise: x}",
    'C: Okay. {backchannel}',
    'A: I have Thursday. {inform}',
  ];
  t.ok(due('next_step_agreed', ...standing) > 0.8);
  t.ok(due('next_step_agreed', ...kept) < 0.5);
});

t.test('one for a case that may never come is less likely to be due, and so is a joke', async (t) => {
  const [condition, joke] = [
    "A: If the price ever drops I'll call you. {promise: x}",
    "C: If you ever find a cheap one I'll buy you a beer. {promise: x, small_talk}",
  ];
  const plain = "A: I'll call you tomorrow. {promise: x}";
  const least = due('no_next_step', plain, 'C: Ha, sure. {small_talk}') - 0.1;
  t.ok(due('no_next_step', condition, 'C: Ha, sure. {small_talk}') < least);
  t.ok(due('no_next_step', joke, 'A: Ha. {backchannel}') < least);
});

t.test('one that was refused is not an item, however it is worded', async (t) => {
  t.equal(itemsOf(...standing).length, 1);
  t.strictSame(itemsOf(standing[0], "C: No, don't bother. {decline}", 'A: Okay. {accept}'), []);
});

t.test('a promise that names nothing comes with what it answers', async (t) => {
  t.strictSame(
    textsOf(
      'C: Could you find the model and the year of the boiler? {request: x}',
      "A: I'll text you both tonight. {promise: x}",
      'C: Good. {accept}',
    ),
    ['Text Walt both tonight. Walt had asked: “Could you find the model and the year of the boiler?”'],
  );
});

t.test(
  'what is sure to be due and cannot be told in other words is quoted, unless it is taken back',
  async (t) => {
    const figures = 'And the ninety-day figures I will bring, for two companies near to you, names removed.';
    t.strictSame(textsOf(`A: ${figures} {promise: x}`, 'C: Good. {accept}'), [
      'Keep the promise to Walt: “the ninety-day figures I will bring, for two companies near to you, names removed”',
    ]);
    t.strictSame(
      textsOf("A: I'll text you the new... no, I'll say it now. {promise: x}", 'C: Good. {accept}'),
      [],
    );
  },
);

t.test('one whose words point at nothing that was said around it is left out', async (t) => {
  const itemsAfter = (line: string) =>
    textsOf(`C: ${line} {inform}`, "A: I'll post that to it tonight. {promise: x}", 'C: Good. {accept}');
  t.strictSame(itemsAfter('We are never in before nine. Somebody at'), []);
  t.strictSame(itemsAfter('No, it is not.'), []);
});

t.test('what is asked for, promised and promised again is one item', async (t) => {
  const items = textsOf(
    'C: Send me the form. {request: x}',
    "A: Sure. {accept} I'll email it tonight. {promise: x}",
    'C: Thanks. {thanks}',
    "A: So I'll email you the form. {promise: x, recap}",
  );
  t.equal(items.length, 1);
  t.match(items[0], /^Email the form tonight/);
});

t.test('a promise without end is read in seconds', async (t) => {
  const text = "i'll i'll i'll ".repeat(300);
  t.ok(itemsOf(`C: ${text} {promise: x}`, `A: ${text} {promise: x}`).length <= 2);
});
