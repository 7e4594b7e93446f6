import t from 'tap';
import { choose, decodeChoices, encodeChoices } from '../../src/engines/findings/key-words/choice-model.ts';
import { fitChoices } from '../../training/fit-choices.ts';

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
