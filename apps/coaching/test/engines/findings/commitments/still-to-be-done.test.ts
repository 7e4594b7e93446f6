import t from 'tap';
import { findCommitments } from '../../../../src/engines/findings/commitments/find-commitments.ts';
import type { OutcomeCode } from '../../../../src/engines/findings/findings.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

function itemsOf(lines: string, code: OutcomeCode | null = null): string[] {
  const call = talk(lines.trim().split('\n'), { agent: 'Danielle Reyes', contact: 'Walt Pruitt' });
  return findCommitments(call, [], code).map(({ owner, text }) => `${owner}: ${text}`);
}

t.test('a threat is not an item: it declines more than it promises', async (t) => {
  t.same(itemsOf("A: I can't hold it. {pressure}\nC: Then I'll call my lawyer tonight. {decline}"), []);
});

t.test(
  'what somebody promises to leave, or says as only their region does, is not told as a task',
  async (t) => {
    t.same(itemsOf("A: I'll not send you fifteen resumes. {promise: x}\nC: Good. {accept}"), []);
    for (const item of itemsOf("A: I'll take ye off the list so. {promise: x}\nC: Do. {accept}"))
      t.notMatch(item.replace(/“[^”]*”/, ''), /\bye\b/);
    for (const item of itemsOf("A: I'll take your number off his card there. {promise: x}", 'gatekeeper'))
      t.notMatch(item, "answered's");
  },
);

t.test('a joke at the goodbye is not an item', async (t) => {
  t.same(itemsOf("C: I'll bring a sliced pan to the party. {goodbye}"), []);
});

t.test('what waits for a condition is told with it', async (t) => {
  t.same(itemsOf('A: Call me if the furnace rattles again. {request: x}\nC: I will. {accept}'), [
    'contact: Call Danielle if the furnace rattles again',
  ]);
  t.same(itemsOf("A: It's four today or I'll call you by three. {promise: x}"), [
    "agent: Keep the promise to Walt: “It's four today or I'll call you by three”",
  ]);
});

t.test('`if you can` after something else asks for nothing', async (t) => {
  t.same(itemsOf('C: Earlier than that, if you can get out of bed. {request: x}\nA: Fine. {accept}'), []);
});

t.test('what is written down or done at once is not an item', async (t) => {
  t.same(
    itemsOf("C: It's Friday at six. {inform}\nA: I'll write that down. {promise: x}\nC: Good. {accept}"),
    [],
  );
  t.same(itemsOf("A: I'll move the invitation now. {promise: x}\nC: Good. {accept}"), []);
});

t.test('what is sent while they talk is not an item', async (t) => {
  t.same(itemsOf("A: I'm emailing you the ID cards while we talk. {promise: x}"), []);
  t.same(
    itemsOf(
      "A: I'll send you the link. {promise: x}\nC: Good. {accept}\nA: Sending now, check your texts. {inform}",
    ),
    [],
  );
});

t.test('what is in a drawer has not come', async (t) => {
  t.same(itemsOf("A: I'll bring the net sheets. {promise: x}\nC: It's in a drawer. {inform}"), [
    'agent: Bring the net sheets',
  ]);
});

t.test('a promise that points at what was asked comes with it', async (t) => {
  t.same(
    itemsOf(
      "C: Could you show it side by side with the monthly cost? {ask_closed}\nA: I'll fix that up tonight. {promise: x}",
    ),
    ['agent: Fix that up tonight. Walt had asked: “Could you show it side by side with the monthly cost?”'],
  );
  t.same(itemsOf("C: All right. {backchannel}\nA: I'll put that on it. {promise: x}"), []);
});

t.test('what somebody said in the same breath tells who is meant', async (t) => {
  const lines = "A: There's a woman here, Attracta. {inform} I'll ask her this evening. {promise: x}";
  t.same(itemsOf(`C: Who would that be? {ask_open}\n${lines}\nC: Do. {accept}`), [
    "agent: Ask her this evening. You had said: “There's a woman here, Attracta”",
  ]);
});

t.test('what a recording says explains no promise', async (t) => {
  const items = itemsOf(
    "C: Leave the model and the year of the boiler after the tone. {machine}\nA: I'll post it tonight. {promise: x}",
  );
  t.notMatch(items.join(), 'after the tone');
});

t.test('what breaks off is not an item', async (t) => {
  t.same(itemsOf("A: Tuesday the thirtieth, four o'clock, I'll put you... {promise: x}"), []);
});

t.test('an invitation needs its meeting', async (t) => {
  const lines = "A: I'll send an invite. {promise: x}";
  t.same(itemsOf(lines, 'next_step_agreed'), []);
  t.same(itemsOf(lines, 'appointment_set'), ['agent: Send an invite']);
});

t.test('who was not interested asks for no call', async (t) => {
  const lines = "C: Call me in the summer, when we've stopped laughing. {request: x}";
  t.same(itemsOf(lines, 'not_interested'), []);
});

t.test('whoever answers a wrong number is not the contact', async (t) => {
  t.same(
    itemsOf(
      "A: Is this Gerald? {ask_for_person}\nC: You have the wrong number. {wrong_person}\nA: I'll take the number off his file, so you won't get us again. {promise: x}",
      'wrong_number',
    ),
    ['agent: Take the number off his file'],
  );
});

t.test('an appointment that is taken back is not a wish to be left alone', async (t) => {
  const call = talk(['C: Take me off for four. {opt_out}'], {});
  const [stretch] = call.stretches;
  const doubted = {
    ...call,
    stretches: stretch === undefined ? [] : [{ ...stretch, acts: { opt_out: 0.75 } }],
  };
  t.same(findCommitments(doubted, [], 'not_interested'), []);
  t.equal(findCommitments(doubted, [], 'do_not_contact').length, 1);
});

t.test('a promise that says no more than the agreement is not an item beside it', async (t) => {
  const call = talk("A: Beautiful, Friday at ten, I'll pop you in. {recap, promise: x}".split('\n'), {});
  const agreed = {
    kind: 'appointment',
    asAgreed: 'Friday at ten',
    at: null,
    stretches: [0],
    probability: 0.9,
    isSure: true,
  } as const;
  t.same(findCommitments(call, [{ ...agreed, stretches: [0] }], 'appointment_set'), []);
});

t.test('what has come while they talk is not an item', async (t) => {
  t.same(itemsOf("A: I'll send you a link to your phone. {promise: x}\nC: There, it's come. {inform}"), []);
  t.same(
    itemsOf("A: I'll send you the agreement. {promise: x}\nC: Fine. {backchannel}\nA: It's sent. {inform}"),
    [],
  );
});

t.test('what the other side forbids is not an item', async (t) => {
  t.same(
    itemsOf(
      "A: I'll call the office tonight. {promise: x}\nC: You will not call the office at night! {inform}",
    ),
    [],
  );
});

t.test('a call that nobody asked for after a refusal is not an item', async (t) => {
  t.same(
    itemsOf("A: I'll ring you tomorrow. {promise: x}\nC: Ring the bucket. {goodbye}", 'not_interested'),
    [],
  );
});

t.test('what is to be brought hangs on its appointment', async (t) => {
  const lines =
    "A: Bring the title on Saturday. {request: x}\nC: I will. {accept}\nA: Good. {backchannel}\nC: Let's scratch Saturday. {retract}";
  t.same(itemsOf(lines, 'next_step_agreed'), []);
});

t.test('the day before needs an appointment', async (t) => {
  const lines = "A: I'll call you the day before. {promise: x}";
  t.same(itemsOf(lines, 'sale_made'), []);
  t.same(itemsOf(lines, 'appointment_set'), ['agent: Call Walt the day before']);
});

t.test('what somebody does instead of what was offered is their own affair', async (t) => {
  t.same(
    itemsOf(
      "A: Shall I let your son know? {propose_step}\nC: I'd rather not. {decline} I'll tell my son on Sunday. {inform}",
    ),
    [],
  );
});

t.test('whoever promises goes on after `and`', async (t) => {
  t.same(
    itemsOf("A: I'll put a page together and send the picture. {promise: x, request: x}").filter((one) =>
      one.startsWith('contact'),
    ),
    [],
  );
});

t.test('the full stop of a title ends no sentence', async (t) => {
  t.same(itemsOf("C: I'd show it to Dr. Park at the Monday huddle. {request: x}\nA: Cool. {accept}"), []);
});

t.test('a card that has gone through is nothing to do', async (t) => {
  const asked = 'C: Will you take the card now? {request: x}\nA: I will. {accept}';
  t.same(itemsOf(`${asked}\nA: And that's gone through. {inform}`, 'sale_made'), []);
});

t.test('leaving somebody alone is nothing to do, nor what was asked and declined', async (t) => {
  t.same(itemsOf("A: I'll leave you be till the meeting is over. {promise: x}"), []);
  t.same(itemsOf("A: I'll check the order next week? {promise: x}\nC: We'll write you. {decline}"), []);
});

t.test('`you` in the plural is one word, however it is said', async (t) => {
  for (const you of ["y'all", 'you all', 'you guys', 'you folks', 'you'])
    t.same(itemsOf(`A: I'll text ${you} a photo of the gate tonight. {promise: x}`), [
      'agent: Text Walt a photo of the gate tonight',
    ]);
  t.same(itemsOf("A: I'll email y'all's contract on Monday. {promise: x}"), [
    'agent: Email Walt the contract on Monday',
  ]);
  t.match(itemsOf("A: I'll send you all three brochures on Monday. {promise: x}")[0], 'all three brochures');
});

t.test('a promise that comes back to what was quoted shortly before is the same', async (t) => {
  t.same(
    itemsOf(`
A: The city has a grant for that, I'll mail you the form on it if you like. {promise: x}
C: Yes please. {accept}
A: I'll send you the form this week. {promise: x}`).length,
    1,
  );
});

t.test('a comparison that was cut before its end is left out', async (t) => {
  t.same(itemsOf("A: I'll send you the claim form filled in as far as I can get it. {promise: x}"), [
    'agent: Send Walt the claim form filled in',
  ]);
});

t.test('terms that are read out are nothing to do', async (t) => {
  t.same(
    itemsOf(
      'A: Five-year warranty, two visits a year, forty dollars a month. {request: x}\nC: Fine. {accept}',
    ),
    [],
  );
});
