import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { readCalls, readExcerpts } from '../../training/read-calls.ts';

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
