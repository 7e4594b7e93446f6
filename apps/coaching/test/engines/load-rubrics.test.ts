import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { loadRubrics, readRubrics } from '../../src/engines/load-rubrics.ts';

const indicator = (name: string) => ({
  indicator: name,
  points: 1,
  heard: 'asked',
  missing: 'a question',
});
const base = {
  name: 'base',
  version: '3',
  title: 'Base',
  not_rated: ['left_voicemail'],
  criteria: [
    {
      id: 'opening',
      title: 'Opening',
      weight: 1,
      applies: 'always',
      indicators: [indicator('stated_purpose'), indicator('introduced_self')],
    },
    { id: 'closing', title: 'Closing', weight: 2, applies: 'open', indicators: [indicator('recapped')] },
  ],
};

function read(t: Test, rubrics: Record<string, unknown>) {
  const files = Object.entries(rubrics).map(([name, rubric]) => [`${name}.json`, JSON.stringify(rubric)]);
  return readRubrics(pathToFileURL(`${t.testdir(Object.fromEntries(files))}/`));
}

t.test('a rubric that extends another changes what it names, and keeps the rest in its order', async (t) => {
  const rubrics = read(t, {
    base,
    own: {
      name: 'own',
      version: '1',
      extends: 'base',
      criteria: [{ id: 'opening', weight: 5, indicators: [{ indicator: 'introduced_self', points: 4 }] }],
    },
  });
  t.strictSame(rubrics.get('base'), base);
  const expected = structuredClone(base);
  Object.assign(expected, { name: 'own', version: '1' });
  Object.assign(expected.criteria[0] as object, { weight: 5 });
  Object.assign(expected.criteria[0]?.indicators[1] as object, { points: 4 });
  t.equal(JSON.stringify(rubrics.get('own')), JSON.stringify(expected), 'byte for byte');
});

t.test('it adds criteria and indicators that the other does not have', async (t) => {
  const pricing = {
    id: 'price',
    title: 'Price',
    weight: 1,
    applies: 'always',
    indicators: [indicator('fixed_time')],
  };
  const closing = { id: 'closing', indicators: [indicator('closed_politely')] };
  const own = read(t, {
    base,
    own: { name: 'own', version: '1', extends: 'base', criteria: [pricing, closing] },
  }).get('own');
  t.strictSame(
    own?.criteria.map(({ id, indicators }) => [id, ...indicators.map((found) => found.indicator)]),
    [
      ['opening', 'stated_purpose', 'introduced_self'],
      ['closing', 'recapped', 'closed_politely'],
      ['price', 'fixed_time'],
    ],
  );
});

t.test('a broken rubric is refused with its file and the place of the fault', async (t) => {
  const own = { name: 'own', version: '1', extends: 'base' };
  const faults: [rubric: unknown, message: RegExp][] = [
    [{ ...base, criteria: [] }, /^own.json is not a rubric: \/criteria /],
    [{ ...own, extends: 'nothing' }, /^own.json extends nothing.json, which does not exist$/],
    [{ ...own, extends: 'own' }, /^own.json is not a rubric: /],
    [{ ...own, weight: 2 }, /^own.json is not a rubric: \/weight /],
    [{ ...own, criteria: [{ id: 'oppening', weight: 2 }] }, /^own.json is not a rubric: \/criteria\/2\//],
    [
      { ...own, criteria: [{ id: 'closing', indicators: [{ indicator: 'recaped', points: 2 }] }] },
      /^own.json is not a rubric: \/criteria\/1\/indicators\/1\//,
    ],
    [
      { ...own, criteria: [{ id: 'closing', indicators: [indicator('recaped')] }] },
      /^own.json is not a rubric: there is no indicator "recaped", in criterion closing$/,
    ],
    [null, /^own.json is not a rubric: \/ /],
  ];
  for (const [rubric, message] of faults) t.throws(() => read(t, { base, own: rubric }), { message });
});

t.test(
  'a recording is measured by its category’s rubric, else by its kind’s, else by the general one',
  async (t) => {
    const rubricOf = loadRubrics();
    t.equal(rubricOf({ kind: 'call', rubric: 'roleplay' }).name, 'roleplay');
    t.equal(rubricOf({ kind: 'roleplay', rubric: null }).name, 'roleplay');
    t.equal(rubricOf({ kind: 'roleplay', rubric: 'general-sales' }).name, 'general-sales');
    t.equal(rubricOf({ kind: 'call', rubric: 'unknown' }).name, 'general-sales');
  },
);
