import t from 'tap';
import { actionItems } from '../../../src/engines/built-in/commitments/action-items.ts';
import { decideOutcome } from '../../../src/engines/built-in/dispositions/decide-outcome.ts';
import { bare } from '../../fixtures/conversation.ts';
import { readingOf } from '../../fixtures/reading.ts';

const small = [
  'contact: Hello, this is Paul, I saw your letter about the roof.',
  'agent: Hi Paul, thanks for calling us back.',
];

function itemsOf(...lines: string[]): { primary: string[]; secondary: string[] } {
  const reading = readingOf(...small, ...lines);
  const { primary, secondary } = actionItems(reading, decideOutcome(reading));
  return { primary: primary.map(({ text }) => text), secondary: secondary.map(({ text }) => text) };
}

t.test('a promise of the agent becomes an instruction in the words spoken', async (t) => {
  const promises: Record<string, string> = {
    'I will send you the proposal by email.': 'Send the proposal by email',
    "I'll email you a rate comparison tomorrow.": 'Email a rate comparison tomorrow',
    'I am going to check with my manager about the discount.': 'Check with the manager about the discount',
    "I'll give you a call on Thursday to confirm.": 'Call Paul on Thursday to confirm',
    'We will text you a confirmation.': 'Text a confirmation',
    "I'll put together a quote for the whole roof.": 'Put together a quote for the whole roof',
    'Let me find out about the warranty and get back to you.': 'Find out about the warranty',
  };
  for (const [promise, item] of Object.entries(promises)) {
    for (const line of [`agent: ${promise}`, bare(`agent: ${promise}`)]) {
      t.ok(itemsOf(line, 'contact: Thank you.').primary.includes(item), `${line} → ${item}`);
    }
  }
});

t.test('two promises in one breath are two items', async (t) => {
  const { primary } = itemsOf(
    "agent: I'll check with my manager and then text you a written quote tonight.",
    'contact: Okay.',
  );
  t.strictSame(primary, ['Check with the manager', 'Text a written quote tonight']);
});

t.test('what is said to move the call along promises nothing', async (t) => {
  for (const line of [
    "I'll be brief.",
    "I'll let you go.",
    'I will have to ask you a few questions.',
    'I am calling because your policy is up for renewal.',
    'If you see no savings, we will refund half of it.',
    'Let me ask you something.',
    'I will put it in my calendar.',
    'We will take two minutes.',
    'How can I help you?',
  ]) {
    t.strictSame(itemsOf(`agent: ${line}`, 'contact: Okay.').primary, [], line);
  }
});

t.test('an offer counts when it is accepted, and not when it is declined', async (t) => {
  const offer = 'agent: Could I send you the comparison by email?';
  t.strictSame(itemsOf(offer, 'contact: Yes, please do.').primary, ['Send the comparison by email']);
  t.strictSame(itemsOf(offer, 'contact: No, thank you.').primary, []);
});

t.test(
  'a request of the contact counts when the agent takes it on, with the time the agent names',
  async (t) => {
    const request = 'contact: Can you send me a proposal with those terms?';
    t.strictSame(itemsOf(request, "agent: Absolutely, I'll prepare that today.").primary, [
      'Send a proposal with those terms today',
    ]);
    t.strictSame(itemsOf(request, 'agent: Unfortunately we do not do that.').primary, []);
  },
);

t.test("the contact's own tasks are secondary, in the third person", async (t) => {
  const { secondary } = itemsOf(
    "contact: I'll find my last electric bill before you come.",
    'agent: Please bring your current policy too.',
    "contact: Sure. I'll talk to my wife this weekend.",
  );
  t.strictSame(secondary, [
    'Paul to find their last electric bill before they come',
    'Paul to bring their current policy too',
    'Paul to talk to their wife this weekend',
  ]);
});

t.test('the appointment is an item, and so is a call nobody promised in words', async (t) => {
  const met = itemsOf('agent: Could we meet on Friday at five?', 'contact: Yes, Friday at five is fine.');
  t.strictSame(met.primary, ['Keep the appointment with Paul: Friday at five']);
  const called = itemsOf('contact: Call me back on Monday after six.', 'agent: Of course.');
  t.strictSame(called.primary, ['Call Paul back on Monday after six']);
});

t.test('the same promise said twice is one item', async (t) => {
  const { primary } = itemsOf(
    'agent: I will send you the proposal.',
    'contact: Good.',
    'agent: So I will send you the proposal by Friday.',
    'contact: Thanks.',
  );
  t.strictSame(primary, ['Send the proposal by Friday']);
});
