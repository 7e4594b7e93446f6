import { pathToFileURL } from 'node:url';
import { type Rubric, rubricVersion } from '@debrief/contracts/resources/rubric';
import t, { type Test } from 'tap';
import { loadRubrics, readRubricFiles, readRubrics } from '../../src/engines/load-rubrics.ts';
import { resolveRubrics } from '../../src/engines/resolve-rubrics.ts';

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

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It threw nothing');
}

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
    [{ ...base, criteria: [] }, /^own.json is not a rubric: criteria must be a list/],
    [
      { ...own, extends: 'nothing' },
      /^own.json is not a rubric: extends: there is no rubric "nothing" to extend; there are base$/,
    ],
    [{ ...own, extends: 'own' }, /^own.json is not a rubric: extends: there is no rubric "own" to extend/],
    [{ ...own, weight: 2 }, /^own.json is not a rubric: weight is not a field$/],
    [
      { ...own, criteria: [{ id: 'oppening', weight: 2 }] },
      /^own.json is not a rubric: criterion oppening: base has none of that id \(it has opening, closing\)/,
    ],
    [
      { ...own, criteria: [{ id: 'closing', indicators: [indicator('recaped')] }] },
      /^own.json is not a rubric: criterion closing: there is no indicator "recaped"; the indicators are introduced_self/,
    ],
    [null, /^own.json is not a rubric: The rubric must be a JSON object/],
  ];
  for (const [rubric, message] of faults) t.throws(() => read(t, { base, own: rubric }), { message });
});

t.test('every fault is told at once, by the names of criteria and indicators', async (t) => {
  const own = {
    name: 'own',
    version: '1',
    extends: 'base',
    without: ['offer'],
    criteria: [
      { id: 'opening', weight: -1, colour: 'red', indicators: [{ indicator: 'introduced_self', points: 0 }] },
      { id: 'closing', applies: 'sometimes' },
    ],
    disposition_labels: { sale_made: 'Unclear', sold: 'Sold' },
    focus: [
      { month: '2026-13', criterion: 'opening' },
      { month: '2026-11', criterion: 'listening' },
      { month: '2026-11', criterion: 'opening' },
    ],
  };
  const { message } = thrownBy(() => read(t, { base, own }));
  t.strictSame(message.replace('own.json is not a rubric: ', '').split('; '), [
    'without: base has no criterion "offer"',
    'criterion opening: weight must be a number greater than 0 and at most 1000',
    'criterion opening, indicator introduced_self: points must be a number greater than 0 and at most 1000',
    'criterion closing: applies must be one of always, open, engaged, objections',
    'focus.0.month must be a string that matches ^[0-9]{4}-(0[1-9]|1[0-2])$',
    'criterion opening: colour is not a field',
    'disposition_labels.sold is not a field',
    'focus of 2026-11: there is no criterion "listening"',
    'focus of 2026-11 is there twice',
    'disposition_labels.sale_made: "Unclear" is also the label of unclear',
  ]);
});

t.test(
  'what a sales team needs is built in, each saying only how it differs from the general one',
  async (t) => {
    const rubrics = readRubrics();
    const names = [
      'appointment-setting',
      'discovery',
      'follow-up',
      'general-sales',
      'inbound-service',
      'renewal',
    ];
    t.strictSame([...rubrics.keys()].sort(), [...names, 'roleplay']);
    t.notOk(rubrics.get('inbound-service')?.criteria.some(({ id }) => id === 'offer'));
    for (const { content } of readRubricFiles()) {
      const { name, extends: base } = content as { name: string; extends?: string };
      t.equal(base, name === 'general-sales' ? undefined : 'general-sales');
    }
  },
);

t.test(
  'a team’s own rubric takes the place of the built-in one, also under those that extend it',
  async (t) => {
    const content = {
      name: 'general-sales',
      extends: 'general-sales',
      disposition_labels: { sale_made: 'Signed' },
    };
    const { rubrics, faults } = resolveRubrics(readRubricFiles(), [
      { name: 'general-sales', version: 3, content: { ...content, without: ['offer'] } },
      { name: 'ours', version: 1, content: { name: 'ours', title: 'Ours', extends: 'discovery' } },
      { name: 'circle', version: 1, content: { name: 'circle', extends: 'circle' } },
    ]);
    t.equal(rubricVersion(rubrics.get('general-sales') as Rubric), 'general-sales@team-3+general-sales@3');
    t.match(rubrics.get('roleplay'), { version: '2+general-sales@team-3+general-sales@3' });
    t.match(rubrics.get('ours'), {
      version: 'team-1+discovery@1+general-sales@team-3+general-sales@3',
      disposition_labels: { sale_made: 'Signed' },
    });
    t.notOk(
      rubrics.get('roleplay')?.criteria.some(({ id }) => id === 'offer'),
      'it only changes what there is',
    );
    t.match(faults.get('circle'), [/^extends: there is no rubric "circle" to extend/]);
  },
);

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
