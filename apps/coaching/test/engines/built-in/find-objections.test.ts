import t from 'tap';
import { findObjections } from '../../../src/engines/built-in/objections/find-objections.ts';
import { bare } from '../../fixtures/conversation.ts';
import { documentOf } from '../../fixtures/document.ts';

const raised: Record<string, string[]> = {
  price: [
    'That is more than we expected to pay.',
    'Honestly, it is too expensive for us.',
    "I can't afford that right now.",
    "We don't have the budget for this.",
    "That's a lot of money for a small shop.",
    'The price is a bit high.',
    'I can get it cheaper somewhere else.',
    'Is there anything cheaper?',
    'That is out of our price range.',
    "It's more expensive than what we were planning to spend.",
    'Money is tight this year.',
    'I did not think it would cost that much.',
    "That's way over what I had in mind.",
    'I saw one for ninety nine online.',
    'Cash flow is a problem right now.',
  ],
  timing: [
    'This is not a good time.',
    "I'm really busy today.",
    'I am in the middle of something.',
    'We are not doing anything before January.',
    "It's a bit early for us.",
    'Maybe next year.',
    "I'm driving right now.",
    "I don't have time for this.",
    "We haven't even started planning yet.",
    'I have to run, sorry.',
    'Ask me again once things slow down.',
    'My hands are full at the moment.',
  ],
  authority: [
    'I need to talk to my wife first.',
    'I would have to run it by my boss.',
    'My husband handles the finances.',
    "That's not my decision.",
    'Our director has the final say.',
    "I can't decide that on my own.",
    'I have to check with my business partner.',
    "I can't say yes without my wife.",
    'I have to see what my husband says.',
    'She makes those decisions.',
  ],
  need: [
    "We don't need it.",
    "I'm not interested.",
    "We're not looking to buy.",
    'We have decided to stay.',
    "I don't see the point.",
    'I am pretty happy where I am.',
  ],
  trust: [
    "How do I know this isn't a scam?",
    'I have been burned before.',
    'That sounds too good to be true.',
    'I have never heard of your company.',
    'How did you get my number?',
    'They promised a lot and then disappeared.',
    'Every company says that.',
    'They told me there were no fees and then charged me four hundred dollars.',
  ],
  competitor: [
    'We already have a provider.',
    "We're happy with our current company.",
    'My brother is a realtor.',
    'I am looking at two other dealers.',
    'Another company gave us a much lower price.',
    'We do it in house.',
    'We just switched to a new system.',
    "We've been with them for ten years.",
    'We do have a lawn guy, though.',
    'We are comparing a couple of places.',
    'Somebody else does that for us already.',
  ],
  think: [
    'I need to think about it.',
    'Let me think it over.',
    "I'd like to sleep on it.",
    "I'm just not ready to decide.",
    'Let me get back to you.',
    'I need some time to consider.',
    'If it comes up we will let you know.',
    'I will keep it in mind.',
  ],
  send_info: [
    'Just send me some information.',
    'Can you email me a brochure?',
    'Put it in an email and I will look at it.',
  ],
  contract: [
    "I don't want to be locked in.",
    'We are under contract until June.',
    "I don't want to sign anything for three years.",
    'What is the cancellation fee?',
    'I signed a three year agreement last summer.',
    "I can't get out of it.",
  ],
};

t.test('objections are found by kind, with punctuation and without', async (t) => {
  for (const [kind, sentences] of Object.entries(raised)) {
    for (const sentence of sentences) {
      for (const line of [`contact: ${sentence}`, bare(`contact: ${sentence}`)]) {
        const kinds = findObjections(documentOf(line)).map((objection) => objection.kind);
        t.ok(kinds.includes(kind as never), `${line} is ${kind}, found ${kinds.join(', ') || 'nothing'}`);
      }
    }
  }
});

const harmless = [
  'The price is not a problem for us.',
  "That's not too expensive.",
  "I don't think that is expensive.",
  'Money is not the issue.',
  'We spend too much time on paperwork.',
  'Our old system was too slow.',
  'My bill keeps getting more expensive.',
  'Yes, I have a few minutes.',
  'I talked to my wife already and she likes it.',
  'It is just me, I decide.',
  'I never thought about it that way.',
  'What do you think?',
  'Send me the proposal by email.',
  'Could you send me the quote?',
  'We need a new roof.',
  "I'm doing fine, thanks.",
  'Friday at five works for me.',
  'That sounds reasonable.',
  'We are ready to switch.',
  'Sure, go ahead.',
  'My son is failing algebra.',
  'I have a question about the warranty.',
  'You were recommended by a friend.',
  'It takes my office manager all of Thursday.',
  'We manage forty units downtown.',
  'I need to go over the numbers with you.',
  'We went shopping last week.',
  'I pick up my kids at three.',
  'We work well together.',
  'Tuesday does not work for me.',
  'That could help us cut costs.',
  'We plan to move in a few months.',
  'I found your number online.',
  'Can you run through it again?',
  'We have a thirty year mortgage.',
  'I want to get out of the house more.',
  'My wife told me about you.',
  'I go on vacation every June.',
  "I don't care about the color.",
  'I have a lot of questions.',
  'We have two dogs and a cat.',
  'What does it cost?',
  'How long does the installation take?',
  'I can do Thursday at two.',
  'It was installed twelve years ago.',
  'They come every second week.',
  'We are a company of twenty people.',
  'I am looking forward to it.',
  'Nobody answered the phone yesterday.',
  'We need more leads.',
  'Our roof is leaking.',
  'My back hurts after work.',
  'I started in March.',
  'Yes, both of us will be there.',
  'The kids are in school here.',
];

t.test('what is no objection is left alone, with punctuation and without', async (t) => {
  for (const sentence of harmless) {
    for (const line of [`contact: ${sentence}`, bare(`contact: ${sentence}`)]) {
      t.strictSame(
        findObjections(documentOf(line)).map(({ kind }) => kind),
        [],
        line,
      );
    }
  }
});

t.test('the agent raises no objections, whatever the agent says', async (t) => {
  for (const sentences of Object.values(raised)) {
    for (const sentence of sentences) t.strictSame(findObjections(documentOf(`agent: ${sentence}`)), []);
  }
  const lines = [
    'agent: Many people tell us it is too expensive.',
    'contact: For us the price is not a problem.',
  ];
  t.strictSame(findObjections(documentOf(...lines)), []);
});

t.test('one kind is one objection, with every sentence that raises it', async (t) => {
  const [price, ...others] = findObjections(
    documentOf('contact: That is too expensive.', 'agent: I see.', 'contact: We really cannot afford it.'),
  );
  t.strictSame(others, []);
  t.match(price, {
    label: 'Price',
    quotes: [
      { segment: 0, text: 'That is too expensive.' },
      { segment: 2, text: 'We really cannot afford it.' },
    ],
  });
});
