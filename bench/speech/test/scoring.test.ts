import { resolve } from 'node:path';
import t from 'tap';
import type { LabelledCall } from '../labelled-call.ts';
import { parseLabels } from '../read-real-calls.ts';
import { scoreCall } from '../score-call.ts';
import { spokenForm } from '../spoken-form.ts';
import { countWordErrors } from '../word-errors.ts';

const words = (text: string) => text.split(' ').filter(Boolean);

t.test('wrong, left out and added words are told apart', async (t) => {
  const count = (said: string, heard: string) => countWordErrors(words(said), words(heard));
  const none = { substituted: 0, omitted: 0, inserted: 0 };
  t.same(count('the cat sat', 'the cat sat'), { words: 3, ...none });
  t.same(count('the cat sat', 'the hat sat'), { words: 3, ...none, substituted: 1 });
  t.same(count('the cat sat down', 'the cat down'), { words: 4, ...none, omitted: 1 });
  t.same(count('the cat', 'oh the big cat'), { words: 2, ...none, inserted: 2 });
  t.same(count('', 'oh no'), { words: 0, ...none, inserted: 2 });
  t.same(count('a b', ''), { words: 2, ...none, omitted: 2 });
  t.same(count('a b c d e f', 'b c x e f g'), { words: 6, substituted: 1, omitted: 1, inserted: 1 });
});

t.test('what sounds alike is counted alike, however it is written', async (t) => {
  for (const [one, other] of [
    ["It's $1,250.", 'it is one thousand two hundred and fifty dollars'],
    ['Call me at 3:30 p.m. on the 21st', 'call me at three thirty p m on the twenty first'],
    ['in 2019, 40% more', 'in twenty nineteen forty percent more'],
    ['Mr. Miller — um, okay?', 'mister miller ok'],
    ['maria@sunrise.com', 'maria at sunrise dot com'],
    ['555-0123', 'five hundred fifty five zero one two three'],
    ["three o'clock, all right", '3:00, alright'],
    ['1,200,003 people', 'one million two hundred thousand three people'],
    ['I am here at 9 am', "i'm here at nine a.m."],
    ['£3.50', 'three pounds fifty'],
    ['2.5', 'two point five'],
  ] as const) {
    t.same(spokenForm(one), spokenForm(other), one);
  }
  t.notSame(spokenForm('fifteen'), spokenForm('fifty'));
});

const call = (layout: 'stereo' | 'mono'): LabelledCall => ({
  ...{ name: 'call', kind: 'clean', file: '', layout, isClean: true, incoming: false },
  ...{ agent: 'Maria Lopez', contact: 'John Miller' },
  turns: [
    { role: 'agent', text: 'hello this is maria', spoken: [{ startTime: 0, endTime: 2 }] },
    { role: 'contact', text: 'good morning', spoken: [{ startTime: 2, endTime: 4 }] },
    { role: 'agent', text: 'how are you', spoken: [{ startTime: 3, endTime: 6 }] },
  ],
});
const segment = (role: 'agent' | 'contact', start_time: number, end_time: number, text: string) => ({
  ...{ role, speaker: role, start_time, end_time, text, confidence: null },
});

t.test('speech is put down to the right speaker, where one speaks and is heard', async (t) => {
  const { attribution, isNamedRight, hasName, wordErrors } = scoreCall(call('mono'), [
    segment('agent', 0, 2, 'hello this is maria'),
    segment('agent', 2, 3.5, 'good warning'),
    segment('agent', 4, 5, 'how are'),
  ]);
  // Both speak from 3 to 4, and nothing is heard from 5 to 6.
  t.same(attribution, { seconds: 4, rightSeconds: 3 });
  t.ok(isNamedRight && hasName);
  t.same(wordErrors, { words: 9, substituted: 1, omitted: 1, inserted: 0 });
});

t.test('speakers who are told apart and exchanged have their time right and their names wrong', async (t) => {
  for (const layout of ['stereo', 'mono'] as const) {
    const { attribution, isNamedRight, wordErrors } = scoreCall(call(layout), [
      segment('contact', 0, 2, 'hello this is maria'),
      segment('agent', 2, 4, 'good morning'),
      segment('contact', 3, 6, 'how are you'),
    ]);
    t.same(attribution, { seconds: 5, rightSeconds: 5 });
    t.notOk(isNamedRight);
    t.same(wordErrors, { words: 9, substituted: 0, omitted: 0, inserted: 0 });
  }
});

t.test('a transcript without words has all words wrong', async (t) => {
  const { attribution, isNamedRight, wordErrors } = scoreCall(call('stereo'), []);
  t.same(wordErrors, { words: 9, substituted: 0, omitted: 9, inserted: 0 });
  t.same(attribution, { seconds: 0, rightSeconds: 0 });
  t.notOk(isNamedRight);
});

t.test('a text beside a real recording says who spoke, with times or without', async (t) => {
  const head = 'agent: Maria Lopez\ncontact: John Miller\ndirection: inbound\n---\n';
  t.same(parseLabels(`${head}A 0.5-2: Hello\n\nC: Hi, Maria.\n`, 'call.txt'), {
    ...{ agent: 'Maria Lopez', contact: 'John Miller', incoming: true },
    turns: [
      { role: 'agent', text: 'Hello', spoken: [{ startTime: 0.5, endTime: 2 }] },
      { role: 'contact', text: 'Hi, Maria.', spoken: null },
    ],
  });
  t.throws(() => parseLabels('A: Hello', 'call.txt'), { message: /call\.txt must begin with/ });
  t.throws(() => parseLabels(`${head}Maria: Hello`, 'call.txt'), { message: /a turn is/ });
  t.throws(() => parseLabels(head, resolve('call.txt')), { message: /no turns/ });
});

t.test('without times the words say whether the names are right', async (t) => {
  const turns = call('mono').turns.map((turn) => ({ ...turn, spoken: null }));
  const said = [segment('agent', 0, 2, 'hello this is maria'), segment('contact', 2, 3, 'good morning')];
  const { attribution, isNamedRight } = scoreCall({ ...call('mono'), turns }, said);
  t.equal(attribution, null);
  t.ok(isNamedRight);
});
