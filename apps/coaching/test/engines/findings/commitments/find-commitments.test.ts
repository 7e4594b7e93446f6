import t from 'tap';
import { findCommitments } from '../../../../src/engines/findings/commitments/find-commitments.ts';
import { mergeCommitments } from '../../../../src/engines/findings/commitments/merge-commitments.ts';
import type { Agreement, OutcomeCode } from '../../../../src/engines/findings/findings.ts';
import { talk } from '../../../fixtures/labelled-call.ts';

const walt = { agent: 'Danielle Reyes', contact: 'Walt Pruitt', date: '2026-03-04' };
const waltCall = (lines: string, direction = 'outbound') =>
  talk(lines.trim().split('\n'), { ...walt, direction });

/** The items of a call as `owner: text`. */
function itemsOf(lines: string, agreements: Agreement[] = [], code: OutcomeCode | null = null): string[] {
  return findCommitments(waltCall(lines), agreements, code).map(({ owner, text }) => `${owner}: ${text}`);
}

function agreed(kind: Agreement['kind'], asAgreed: string, ...stretches: number[]): Agreement {
  return { kind, asAgreed, at: null, stretches, probability: 0.9, isSure: true };
}

t.test('a promise is the item of whoever makes it, with the names in place of the pronouns', async (t) => {
  t.same(itemsOf("A: I'll email you the brochure tonight. {promise: x}"), [
    'agent: Email Walt the brochure tonight',
  ]);
  t.same(itemsOf("C: I'll text you my old bill. {promise: x}"), ['contact: Text Danielle your old bill']);
  t.same(itemsOf("A: I'm gonna ask my manager about your discount. {promise: x}"), [
    "agent: Ask your manager about Walt's discount",
  ]);
  t.same(itemsOf("A: You'll get a confirmation text. {promise: x}"), [
    'agent: Send Walt a confirmation text',
  ]);
  t.same(itemsOf('A: And our Andre will phone before he comes. {promise: x}'), [
    'agent: Have Andre phone before he comes',
  ]);
});

t.test('a request is the item of the other side', async (t) => {
  t.same(itemsOf('A: Can you have your last bill to hand? {request: x}\nC: Sure. {accept}'), [
    'contact: Have your last bill to hand',
  ]);
  t.same(itemsOf('C: Call me before you come, would you? {request: x}\nA: Will do. {accept}'), [
    'agent: Call Walt before coming',
  ]);
});

t.test('the same without punctuation', async (t) => {
  t.same(itemsOf('A: okay walt ill send you the quote by friday and then we can see {promise: x}'), [
    'agent: Send Walt the quote by Friday',
  ]);
  t.same(itemsOf('C: tell curtis to come to the side door the front one sticks {request: x}'), [
    'agent: Tell curtis to come to the side door',
  ]);
});

t.test('a request that is refused is not an item', async (t) => {
  t.same(itemsOf("A: Bring your card. {request: x}\nC: No, I won't. {decline}"), []);
});

t.test('a promise that is taken back is not an item', async (t) => {
  t.same(
    itemsOf("C: I'll bring the title. {promise: x}\nA: Good. {backchannel}\nC: Oh, I sold it. {retract}"),
    [],
  );
});

t.test('what is done during the call is not an item', async (t) => {
  t.same(itemsOf('A: Can you spell your name? {request: x}\nC: P, r, u. {inform}'), []);
  t.same(itemsOf("A: I'll be quick. {promise: x}\nC: Okay. {backchannel}"), []);
  t.same(itemsOf('A: Hold on, let me pull that up. {promise: x}\nC: Okay. {backchannel}'), []);
});

t.test('what is promised for the case that something happens is not an item', async (t) => {
  t.same(itemsOf("A: If it breaks before then, I'll send somebody. {promise: x}"), []);
});

t.test('one thing is one item, in its fullest wording', async (t) => {
  const call = `
C: Send me the quote. {request: x}
A: I'll send you the quote. {promise: x}
C: Good. {backchannel}
A: So I'll email you the quote by Friday. {promise: x}`;
  t.same(itemsOf(call), ['agent: Email Walt the quote by Friday']);
  t.same(findCommitments(waltCall(call), [])[0]?.stretches, [0, 1, 3]);
});

t.test('what does not read as a task is told in the words of its sentence, or quoted', async (t) => {
  t.same(itemsOf("A: I'll send the brochure, sir. {promise: x}"), ['agent: Send the brochure']);
  t.same(itemsOf("A: I'll have the trench dug by Friday. {promise: x}"), [
    'agent: Have the trench dug by Friday',
  ]);
  t.same(itemsOf("A: I'll text you my direct number, then, and the plan. {promise: x}"), [
    'agent: Text Walt your direct number, and the plan',
  ]);
  t.same(itemsOf("A: I'll check whether you qualify before we talk. {promise: x}"), [
    'agent: Check whether Walt qualifies before you talk',
  ]);
});

t.test('it stands for what was asked for just before, or the words are quoted', async (t) => {
  t.same(
    itemsOf("C: Could you mail me the brochure? {request: x}\nA: Sure, I'll mail it today. {promise: x}"),
    ['agent: Mail the brochure today'],
  );
  t.same(itemsOf("A: I'll ask the other couple. {promise: x}"), [
    "agent: Keep the promise to Walt: “I'll ask the other couple”",
  ]);
});

t.test('him is whoever the agent named, never the family of the contact', async (t) => {
  const call = `
A: Our surveyor comes at nine. {inform}
C: My son is at home. {inform} Tell him to come round the back. {request: x}
A: I will. {promise: x}`;
  t.same(itemsOf(call), ['agent: Tell the surveyor to come round the back']);
});

t.test('an agreed call is an item, and an agreed time swallows the promise that says the same', async (t) => {
  const visit =
    'A: Thursday at five thirty, then, I will see you Thursday. {recap, promise: x}\nC: Good. {accept}';
  t.same(itemsOf(visit, [agreed('appointment', 'Thursday at five thirty', 0)]), []);
  const callback = "A: Friday at ten, then, I'll call you Friday. {recap, promise: x}\nC: Good. {accept}";
  t.same(itemsOf(callback, [agreed('callback', 'Friday at ten', 0)]), [
    'agent: Call Walt back on Friday at ten',
  ]);
  const own = "C: I'll call you back tomorrow at noon. {promise: x}\nA: Good. {accept}";
  t.same(itemsOf(own, [agreed('callback', 'Tomorrow at noon', 0)]), [
    'contact: Call Danielle back tomorrow at noon',
  ]);
});

t.test('an opt-out is one item of the agent, less sure where nobody agreed to it', async (t) => {
  const honored =
    'C: Take me off your list. {opt_out}\nA: Doing it now. {honor_opt_out} Done. {honor_opt_out}';
  t.same(itemsOf(honored), ['agent: Take Walt off the call list']);
  const [item] = findCommitments(waltCall('C: Take me off your list. {opt_out}\nA: Why? {ask_open}'), []);
  t.ok(item !== undefined && item.probability < 0.7);
});

t.test('a message on a mailbox asks nothing that anybody agreed to', async (t) => {
  t.same(itemsOf('A: So call me back today. {leave_message, request: x}'), []);
});

t.test('what only points elsewhere is not an item', async (t) => {
  t.same(itemsOf("A: Yes ma'am, I'll tell him. {promise: x}"), []);
  t.same(itemsOf('C: If you can find it. {request: x}\nA: Sure. {accept}'), []);
});

t.test('what points at something that was named before comes with that line', async (t) => {
  const dock = "C: Tell him the dock is closed. {inform}\nA: Yes ma'am, I'll tell him. {promise: x}";
  t.same(itemsOf(`${dock}\nC: Good. {accept}`), [
    'agent: Tell him. Walt had said: “Tell him the dock is closed”',
  ]);
});

t.test('what was asked for and then promised in other words is one item, as it was asked for', async (t) => {
  t.same(
    itemsOf(
      "A: Could you bring the bank statements? {request: x}\nC: They're in a sack. {inform} I'll bring the sack. {promise: x}",
    ),
    ['contact: Bring the bank statements'],
  );
});

t.test('a promise that breaks off in a word, or waits for a yes, is not an item', async (t) => {
  t.same(itemsOf("A: I'll shoot that email ov... {promise: x}"), []);
  t.same(itemsOf("A: Just say yes and I'll send the form over. {promise: x}"), []);
});

t.test("somebody's family stays theirs", async (t) => {
  t.same(itemsOf("C: I'll bring my sister and the title. {promise: x}"), [
    'contact: Bring your sister and the title',
  ]);
});

t.test('what is not to be done undoes the same, and nothing else', async (t) => {
  t.same(
    itemsOf(`A: I'll send you photos of the roof. {promise: x}
C: Do not send me photos of the roof. {request: x}`),
    [],
  );
  const conversation = waltCall(`A: I'll take photos of the office. {promise: x}
C: Do not call the office. {request: x}`);
  const items = ['Take photos of the office', 'Do not call the office'].map((text, index) => ({
    ...{ owner: 'agent' as const, text, stretches: [index], probability: 0.9 },
  }));
  t.same(mergeCommitments(conversation, items), items);
});

t.test('what says nothing but to whom is not an item, and a name is no thing', async (t) => {
  t.same(itemsOf("A: I'll text you. {promise: x}"), []);
  t.same(
    itemsOf(
      "A: That went through. {inform} Receipt's in your email. {inform}\nC: I'll ring him tonight. {promise: x}",
    ),
    [],
  );
});

t.test('what was just asked for explains a promise before a line further back', async (t) => {
  const lines = `C: I'm not allowed to give that out. {gatekeep} There's an info one on the website, but that's me, and all I do is print it off. {inform}
A: Okay, that'd be great. {accept} It's just a one-pager with the prices on. {inform}
C: My Malcolm'd have a fit. {small_talk} Go on, send it, and I'll put it in the tray for him. {request: x}
A: I will. {accept} I'll do that this afternoon. {promise: x}`;
  const line = "My Malcolm'd have a fit. Go on, send it, and I'll put it in the tray for him";
  t.ok(itemsOf(lines).includes(`agent: Do that this afternoon. Walt had said: “${line}”`));
});

t.test('what the other side will have is to be sent', async (t) => {
  const lines = `C: Could you put the price and the terms on one page? {request: x}
A: You'll have it by the end of the week. {promise: x}`;
  t.same(itemsOf(lines), [
    'agent: Send it by the end of the week. Walt had asked: “Could you put the price and the terms on one page?”',
  ]);
});
