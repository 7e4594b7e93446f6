import t from 'tap';
import type { Conversation } from '../../src/engines/conversation/conversation.ts';
import { endingCandidates } from '../../src/engines/findings/key-words/endings.ts';
import {
  lineCandidates,
  mayTellNeed,
  mayTellObstacle,
} from '../../src/engines/findings/key-words/line-candidates.ts';
import { topicCandidates } from '../../src/engines/findings/key-words/topic-candidates.ts';
import { keyExample, markedStretches } from '../../training/key-examples.ts';
import { labelledConversation } from '../../training/labelled-conversation.ts';
import { type LabelledCall, readCalls } from '../../training/read-calls.ts';
import { bareText, variedTurns } from '../../training/vary.ts';

function callOf(...keys: string[]): LabelledCall {
  const [call] = readCalls(`=== x-01
trade: roofing
direction: outbound
agent: Danielle Reyes
contact: Walt Pruitt
date: 2026-03-04
disposition: appointment_set
next_step: yes
quality: good
style: punctuated
${keys.join('\n')}
---
A: Hi, it's Danielle. {greeting, identify_self} I'm calling about the quote for the back windows. {state_purpose}
C: Okay. {backchannel} I'd want them to keep the wind out, honestly. {state_need} But we're not made of money. {object:price}
A: Thursday at five? {propose_time}
C: Yeah, let's do that, Thursday works. {accept}
`);
  if (call === undefined) throw new Error('the text is not a call');
  return call;
}

const call = callOf(
  'about: 0 | the quote for the back windows',
  "wants: 1 | I'd want them to keep the wind out",
  "obstacle: 1 | we're not made of money",
  "ending: 3 | Yeah, let's do that, Thursday works",
);

/** The words of the topics that count as right. */
function rightTopics(example: ReturnType<typeof keyExample>, conversation: Conversation): string[] {
  const candidates = topicCandidates(conversation);
  return [...example.right].map((at) => {
    const { stretch, from, to } = candidates[at] as (typeof candidates)[number];
    const words = conversation.stretches[stretch]?.words.slice(from, to) ?? [];
    return words.map(({ text }) => text).join(' ');
  });
}

const bare = { ...call, turns: variedTurns(call.turns, bareText) };
for (const [condition, conversation] of [
  ['as it was written', labelledConversation(call)],
  ['without punctuation and capitals', labelledConversation(bare)],
] as const) {
  const textOf = (stretch: number | undefined) => conversation.stretches[stretch ?? -1]?.text ?? '';

  t.test(`in a call ${condition} the topic that was marked is the right one`, async (t) => {
    const example = keyExample('about', call, conversation);
    t.strictSame(rightTopics(example, conversation), ['the quote for the back windows']);
    t.notOk(example.isLost);
  });

  t.test(`in a call ${condition} the lines that were marked are the right ones`, async (t) => {
    for (const [key, is, words] of [
      ['wants', mayTellNeed, /wind/],
      ['obstacle', mayTellObstacle, /money/],
    ] as const) {
      const example = keyExample(key, call, conversation);
      const lines = lineCandidates(conversation, is);
      const right = [...example.right].map((at) => textOf(lines[at]?.stretch));
      t.equal(right.length, 1);
      t.match(right[0], words);
      t.notOk(example.isLost);
    }
  });

  t.test(`in a call ${condition} the ending is right with the line that was marked`, async (t) => {
    const example = keyExample('ending', call, conversation);
    const candidates = endingCandidates(conversation);
    const right = [...example.right].map((at) => candidates[at]);
    t.strictSame(
      right.map((one) => one?.ending),
      ['appointment_set'],
    );
    t.match(textOf(right[0]?.stretch), /thursday works/i);
  });
}

t.test('words that are no candidate are lost, and nothing is right', async (t) => {
  // A clause is no topic, an agent's line no wish.
  const odd = callOf("about: 0 | I'm calling about", 'wants: 0 | the quote for the back windows');
  for (const key of ['about', 'wants'] as const) {
    const example = keyExample(key, odd, labelledConversation(odd));
    t.ok(example.candidates.length > 0);
    t.equal(example.right.size, 0);
    t.ok(example.isLost);
  }
});

t.test('where nothing was marked, nothing is right and nothing lost', async (t) => {
  const plain = callOf();
  for (const key of ['about', 'wants', 'obstacle'] as const) {
    const example = keyExample(key, plain, labelledConversation(plain));
    t.equal(example.right.size, 0);
    t.notOk(example.isLost);
  }
});

t.test('an ending without a line that was marked may rest on any line', async (t) => {
  const plain = callOf();
  const conversation = labelledConversation(plain);
  const { right } = keyExample('ending', plain, conversation);
  t.equal(right.size, conversation.stretches.length);
});

t.test('a line counts as marked while three of five of its words are left', async (t) => {
  const conversation = labelledConversation(call);
  const marked = (text: string) =>
    markedStretches('ending', { key: { ...call.key, ending: [{ turn: 3, text }] } }, conversation).size;
  t.equal(marked('yeah do that on monday'), 1);
  t.equal(marked('yeah that on monday morning'), 0);
});
