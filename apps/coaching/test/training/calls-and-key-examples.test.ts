import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
import { type LabelledCall, readCalls, readExcerpts } from '../../training/read-calls.ts';
import { bareText, variedTurns } from '../../training/vary.ts';

const root = path.resolve(import.meta.dirname, '../../training');

function load(folder: string) {
  const files = globSync(path.join(root, folder, '*.txt'));
  return files.flatMap((file) => readCalls(readFileSync(file, 'utf8')));
}

const text = `=== x-01
trade: roofing
direction: outbound
agent: Danielle Reyes
contact: Walt Pruitt
date: 2026-03-04
disposition: appointment_set
also: callback
appointment: Thursday at five thirty | 2026-03-05T17:30 | 1
next_step: yes
quality: good
style: punctuated
about: 0 | Thursday
ending: 1 | let's do that
---
A: Thursday, five thirty? {propose_time} {+ gives one time} I'll text you, {promise: text who comes, with a picture} okay? {ask_closed}
C: Yeah, let's do that. {accept}
`;

t.test('a call is read with its turns, its acts and what stands out', async (t) => {
  const [call] = readCalls(text);
  t.match(call, {
    id: 'x-01',
    also: ['callback'],
    appointment: { words: 'Thursday at five thirty', at: '2026-03-05T17:30', turn: 1 },
    callback: null,
    hasNextStep: true,
    key: {
      about: [{ turn: 0, text: 'Thursday' }],
      wants: [],
      obstacle: [],
      ending: [{ turn: 1, text: "let's do that" }],
    },
  });
  t.strictSame(call?.turns[0]?.stretches, [
    {
      text: 'Thursday, five thirty?',
      acts: [{ act: 'propose_time', what: null }],
      moment: { isPraise: true, why: 'gives one time' },
    },
    {
      text: "I'll text you,",
      acts: [{ act: 'promise', what: 'text who comes, with a picture' }],
      moment: null,
    },
    { text: 'okay?', acts: [{ act: 'ask_closed', what: null }], moment: null },
  ]);
});

t.test('what one of two labellers saw is marked', async (t) => {
  const [call] = readCalls(text.replace('{accept}', '{object:price?}'));
  t.strictSame(call?.turns[1]?.stretches[0]?.acts, [{ act: 'object:price', what: null, isDoubted: true }]);
});

for (const [fault, from, to] of [
  ['an act that does not exist', '{accept}', '{accepts}'],
  ['words without acts', "let's do that. {accept}", "let's {accept} do that."],
  ['a turn that does not exist', '| 1\n', '| 2\n'],
  ['a key that was not said', 'about: 0 | Thursday', 'about: 1 | Thursday'],
  ['a key in a turn that does not exist', 'about: 0 | Thursday', 'about: 2 | Thursday'],
  ['a key without a turn', 'about: 0 | Thursday', 'about: | Thursday'],
  ['a header that is missing', 'quality: good\n', ''],
  ['a label that does not exist', 'disposition: appointment_set', 'disposition: won'],
] as const) {
  t.test(`${fault} is refused by the name of the call`, async (t) => {
    t.throws(() => readCalls(text.replace(from, to)), { message: /^x-01: / });
  });
}

t.test('every labelled call can be read, and no id repeats', async (t) => {
  const calls = load('calls');
  const heldOut = load('held-out');
  t.ok(calls.length >= 300);
  t.ok(heldOut.length >= 60);
  const ids = [...calls, ...heldOut].map(({ id }) => id);
  t.equal(new Set(ids).size, ids.length);
});

t.test('the calls that were labelled twice have the same words', async (t) => {
  const calls = new Map(load('calls').map((call) => [call.id, call]));
  const words = (call: ReturnType<typeof readCalls>[number] | undefined) =>
    call?.turns.map(({ speaker, stretches }) => [speaker, ...stretches.map((stretch) => stretch.text)]);
  const second = load('second-labels');
  t.equal(second.length, 40);
  for (const call of second) t.strictSame(words(call), words(calls.get(call.id)), call.id);
});

t.test('an excerpt is turns without a call around them', async (t) => {
  const [excerpt, ...others] = readExcerpts('=== x-1 inbound car dealer\nC: Too dear. {object:price}\n');
  t.strictSame(others, []);
  t.match(excerpt, { id: 'x-1', direction: 'inbound', turns: [{ speaker: 'contact' }] });
  t.throws(() => readExcerpts('=== x-2 outbound roofing\nC: Too dear.\n'), /x-2: text without acts/);
});

t.test('every excerpt of the collection is read', async (t) => {
  const files = globSync(path.join(root, 'exchanges', '*.txt'));
  const excerpts = files.flatMap((file) => readExcerpts(readFileSync(file, 'utf8')));
  t.equal(new Set(excerpts.map(({ id }) => id)).size, excerpts.length);
  t.ok(excerpts.length > 1_000);
});

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
