import t from 'tap';
import type { Kind } from '../../../../src/engines/findings/commitments/is-for-later.ts';
import { meantLines } from '../../../../src/engines/findings/commitments/meant-lines.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

/** The lines that may tell what the last stretch is about, the likeliest first. */
function linesBefore(lines: string, kind: Kind): { text: string; probability: number }[] {
  const conversation = talk(lines.trim().split('\n'), {});
  const last = conversation.stretches.at(-1);
  if (last === undefined) throw new Error('nothing was said');
  return meantLines(conversation, last, kind).map(({ index, probability }) => ({
    text: conversation.stretches[index]?.text ?? '',
    probability,
  }));
}

const invoice = `
C: We had snow up to the mailbox this morning. {small_talk}
A: Goodness. {small_talk}
C: Could you send me the invoice with the discount on it? {request: x}
A: Sure thing. {accept} I'll get that over to you tonight. {promise: x}`;

t.test('what was asked for is likelier meant than what was talked about besides', async (t) => {
  const [first] = linesBefore(invoice, 'promise');
  t.equal(first?.text, 'Could you send me the invoice with the discount on it?');
});

t.test('words that name their thing need no line', async (t) => {
  const sum = (lines: { probability: number }[]) => lines.reduce((all, one) => all + one.probability, 0);
  const named = invoice.replace('get that over to you', 'email you the invoice with the discount');
  t.ok(sum(linesBefore(named, 'promise')) < sum(linesBefore(invoice, 'promise')));
});

t.test('only lines before it are looked at, and none from more than five turns before', async (t) => {
  const far = `
C: Could you send me the brochure about the porch? {request: x}
A: Let me write down the name first. {inform}
C: It's Walt with a double you. {inform}
A: And the street name was what? {ask_open}
C: Magnolia, like the tree. {inform}
A: Lovely trees, those are. {small_talk}
C: They drop leaves all over. {small_talk}
A: I'll get that over to you tonight. {promise: x}`;
  t.notOk(linesBefore(far, 'promise').some(({ text }) => text.includes('brochure')));
  t.same(linesBefore("A: I'll get that over to you tonight. {promise: x}", 'promise'), []);
});
