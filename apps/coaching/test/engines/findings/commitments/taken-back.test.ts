import t from 'tap';
import { findCommitments } from '../../../../src/engines/findings/commitments/find-commitments.ts';
import type { OutcomeCode } from '../../../../src/engines/findings/findings.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

function itemsOf(lines: string, code: OutcomeCode | null = null): string[] {
  const call = talk(lines.trim().split('\n'), { agent: 'Danielle Reyes', contact: 'Walt Pruitt' });
  return findCommitments(call, [], code).map(({ owner, text }) => `${owner}: ${text}`);
}

t.test('what was offered and turned down is no item', async (t) => {
  const offer = "A: I'll send the certificate to the managing agent. {promise: x}";
  for (const answer of [
    "C: Don't, they'll sit on it. {inform} Give it to Lekaj. {inform}",
    'C: No, there is no point. {inform}',
    "C: After! {inform} No. {inform} She'd kill me. {inform}",
    "C: You don't need to send it. {inform} I'll see him. {inform}",
  ])
    t.same(itemsOf(`${offer}\n${answer}`), [], answer);
});

t.test('an answer that only sounds like a no turns nothing down', async (t) => {
  const offer = "A: I'll send the certificate to the managing agent. {promise: x}";
  for (const answer of [
    'C: No problem. {inform}',
    "C: You don't have to do that. {inform}",
    'C: Then he has it Monday. {inform} No, Tuesday. {inform}',
    "C: Don't forget the date on it. {inform}",
  ])
    t.same(itemsOf(`${offer}\n${answer}`), ['agent: Send the certificate to the managing agent'], answer);
  t.same(itemsOf(`${offer} Anything else? {ask_closed}\nC: No, that was it. {inform}`), [
    'agent: Send the certificate to the managing agent',
  ]);
});

t.test('what is corrected in the same breath is told as it was left', async (t) => {
  t.same(itemsOf("A: I'll have the driver pick up the, well, no, forget that. {promise: x}"), []);
  t.same(
    itemsOf("A: I'll try you again tomorrow. {promise: x} Actually tomorrow I'm in training. {inform}"),
    ['agent: Try Walt again'],
  );
  t.same(itemsOf("A: I'll call you Friday noon just to, oh, no, you'll be frying. {promise: x}"), [
    'agent: Call Walt back',
  ]);
  t.same(
    itemsOf(
      "A: I'll call you Friday noon just to, oh, no, you'll be frying. {promise: x} I'll text Wes instead. {promise: x}",
    ),
    ['agent: Text Wes instead'],
  );
});

t.test('what is done by taking a number off the list is told once', async (t) => {
  const lines =
    "C: Take me off your list. {opt_out}\nA: Okay. {honor_opt_out} I'll get you out of the system. {honor_opt_out, promise: x}";
  t.same(itemsOf(lines, 'do_not_contact'), ['agent: Take Walt off the call list']);
});

t.test('nobody has a manager call whoever asked not to be called', async (t) => {
  const lines = 'C: Take me off your list. {opt_out}\nA: Then my manager will call you. {promise: x}';
  t.same(itemsOf(lines, 'do_not_contact'), ['agent: Take Walt off the call list']);
});

t.test('what is not promised, or promised not to be done, is not an item', async (t) => {
  t.same(itemsOf("C: I'm not promising I'll fill the form in. {promise: x}"), []);
  t.same(itemsOf("A: I'm not gonna pester you before January. {promise: x}"), []);
  t.same(itemsOf("A: I'm not gonna lie, I'll send you the price list tonight. {promise: x}").length, 1);
});

t.test('what is to go to somebody else is not sent to whom it was offered', async (t) => {
  const offered = "A: I'll send Marg the consent form today. {promise: x}";
  t.same(itemsOf(`${offered}\nC: Lovely. {accept}`), ['agent: Send Marg the consent form today']);
  t.same(itemsOf(`${offered}\nC: Make it to me, not Marg. {correct}`), []);
});
