import t from 'tap';
import {
  choose,
  decodeChoices,
  encodeChoices,
  weightOf,
} from '../../src/engines/findings/key-words/choice-model.ts';
import { foldOf, folds, withoutWriter, writersOf } from '../../training/cross-fit.ts';
import { fitChoices } from '../../training/fit-choices.ts';
import { fitRidge } from '../../training/fit-ridge.ts';
import { keyExample } from '../../training/key-examples.ts';
import { labelledConversation } from '../../training/labelled-conversation.ts';
import { loadSources } from '../../training/load-texts.ts';
import { readCalls } from '../../training/read-calls.ts';
import { choicesFound, endingsFound } from '../../training/report-key-words.ts';

const calls = loadSources('calls');
const writers = writersOf(calls);

t.test('a call gets what was learnt without its writer, and each fold is loaded once', async (t) => {
  const loaded: number[] = [];
  const learnt = withoutWriter((fold) => {
    loaded.push(fold);
    return { fold };
  });
  for (const { writer, excerpt } of calls) {
    if (learnt(excerpt)?.fold !== foldOf(writer, writers)) t.fail(excerpt.id);
  }
  t.strictSame(loaded.toSorted(), folds);
});

t.test('nothing was learnt from a call that is not in the collection', async (t) => {
  const learnt = withoutWriter(() => ({}));
  t.equal(learnt({ id: 'nobody-01' }), null);
});

const [red, blue, round, none] = [1, 2, 3, 4];
const candidate = (...features: number[]) => ({ features });
const nothing = candidate(none);
const examples = Array.from({ length: 60 }, (_, i) => ({
  candidates:
    i % 3 === 0
      ? [candidate(blue), candidate(blue, round)]
      : [candidate(blue), candidate(red, round), candidate(blue, round)],
  nothing,
  right: new Set(i % 3 === 0 ? [] : [1]),
}));

t.test('what told the right candidates in examples tells them in others', async (t) => {
  const model = fitChoices(examples, 16);
  const [first = 0, second = 0] = choose(model, [candidate(blue), candidate(red)], nothing);
  t.ok(second > 0.8, `${second}`);
  t.ok(first < 0.1, `${first}`);
});

t.test('where none is right, none is chosen', async (t) => {
  const model = fitChoices(examples, 16);
  const sum = choose(model, [candidate(blue), candidate(blue, round)], nothing).reduce((a, b) => a + b, 0);
  t.ok(sum < 0.3, `${sum}`);
});

t.test('without a candidate for none, the shares add up to one', async (t) => {
  const model = fitChoices(examples, 16);
  const sum = choose(model, [candidate(blue), candidate(round)]).reduce((a, b) => a + b, 0);
  t.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
});

t.test('a model is the same after it was stored', async (t) => {
  const model = fitChoices(examples, 16);
  t.strictSame(decodeChoices(JSON.parse(JSON.stringify(encodeChoices(model)))), model);
});

t.test('the same examples give the same weights', async (t) => {
  t.strictSame(fitChoices(examples, 16), fitChoices(examples, 16));
});

function readingOf(disposition: string, ...keys: string[]) {
  const [call] = readCalls(`=== x-01
trade: roofing
direction: outbound
agent: Danielle Reyes
contact: Walt Pruitt
date: 2026-03-04
disposition: ${disposition}
next_step: yes
quality: good
style: punctuated
${keys.join('\n')}
---
A: Could I come by on Thursday at five? {propose_time}
C: Yes, Thursday at five works for us. {accept}
A: See you then, goodbye. {goodbye}
`);
  if (call === undefined) throw new Error('the text is not a call');
  return { call, conversation: labelledConversation(call) };
}

const candidates = [{ features: [1] }, { features: [2] }];
const noKeyWord = { features: [3] };
const right = { candidates, nothing: noKeyWord, right: new Set([0]), isLost: false };
const lost = { candidates, nothing: noKeyWord, right: new Set<number>(), isLost: true };
const model = fitChoices(
  Array.from({ length: 30 }, () => right),
  16,
);

t.test('a call whose right words are no candidate counts as wrong', async (t) => {
  const unseen = [right, right, right, lost].map((example) => ({ example }));
  const line = choicesFound('wants', [{ model, unseen }]);
  t.match(line, 'wants: 4 readings, in 1 what was marked is no candidate; from 0: 100 %, right 0.75;');
});

t.test('where nothing is likely enough, no share is made up', async (t) => {
  const unsure = { weights: new Int8Array(16), unit: 1 };
  const line = choicesFound('wants', [{ model: unsure, unseen: [{ example: right }] }]);
  t.match(line, 'from 0.7: 0 %, right –');
});

t.test(
  'an ending is right by the sum over its lines, and its line by the words that were marked',
  async (t) => {
    const yes = readingOf('appointment_set', 'ending: 1 | Thursday at five works');
    const example = keyExample('ending', yes.call, yes.conversation);
    const learnt = fitChoices(
      Array.from({ length: 40 }, () => example),
      1 << 12,
    );
    const other = readingOf('appointment_set', 'ending: 2 | See you then');
    const unmarked = readingOf('sale');
    const report = endingsFound([{ model: learnt, unseen: [yes, other, unmarked] }]);
    t.match(report, 'ending: 3 readings; from 0: 100 %, right 0.67;');
    t.match(report, /line of the true ending: 2 readings, in 0 .*; shown in 100 %, right 0.50$/);
  },
);

t.test('what tells apart is learnt on top of what was known, and less where weights cost more', async (t) => {
  const halves = [1, 0].flatMap((right) =>
    Array.from({ length: 20 }, () => ({ features: [right === 1 ? 1 : 2, 3], known: 0, right })),
  );
  const apart = (ridge: number) => {
    const model = fitRidge(halves, 8, ridge);
    return weightOf(model, { features: [1] }) - weightOf(model, { features: [2] });
  };
  t.ok(apart(1) > apart(40));
  t.ok(apart(40) > 0);
  const sure = halves.map((one) => ({ ...one, known: one.right === 1 ? 5 : -5 }));
  t.ok(weightOf(fitRidge(sure, 8, 1), { features: [1] }) < apart(1) / 2, 'nothing is left to learn');
});
