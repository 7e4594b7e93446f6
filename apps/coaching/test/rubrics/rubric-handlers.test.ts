import { checkRubrics, getRubric, listRubrics, setRubrics } from '@debrief/contracts/operations/rubrics';
import t from 'tap';
import { integrationChange } from '../fixtures/coaching-database.ts';
import { ours, rubricScene } from '../fixtures/rubric-scene.ts';

const { db, ask, team } = await rubricScene(t);

const heavier = { name: 'discovery', extends: 'discovery', criteria: [{ id: 'discovery', weight: 9 }] };

t.test('a team sets a rubric, and another team does not see it', async (t) => {
  const categories = [{ name: 'first talk', kind: 'call' as const, rubric: 'ours' }];
  const [mine, other] = [await team({ categories }), await team()];
  const { data } = await ask(setRubrics, { integration_id: mine, rubrics: [ours, heavier] });
  t.match(data, [
    { name: 'ours', version: /^team-1\+discovery@team-1\+/, built_in: false, categories: ['first talk'] },
    { name: 'discovery', extends: 'discovery', created_date: String },
  ]);
  const shown = await ask(getRubric, { integration_id: mine, name: 'ours' });
  t.strictSame(shown.content, ours);
  t.equal(shown.rubric.criteria.find(({ id }) => id === 'discovery')?.weight, 9);
  const { data: others } = await ask(listRubrics, { integration_id: other });
  t.notOk(others.some(({ name }) => name === 'ours'));
  t.ok(others.every(({ built_in }) => built_in));
  await t.rejects(ask(getRubric, { integration_id: other, name: 'ours' }), { message: 'RUBRIC_NOT_FOUND' });
});

t.test('every change is a version of its own, and the same again is none', async (t) => {
  const integration_id = await team();
  const set = async (weight: number) => {
    const rubric = { ...heavier, version: 'a copy’s', criteria: [{ id: 'discovery', weight }] };
    const { data } = await ask(setRubrics, { integration_id, rubrics: [rubric] });
    return data[0]?.version;
  };
  t.match([await set(3), await set(3), await set(5)], [/^team-1\+/, /^team-1\+/, /^team-2\+/]);
  const weightOf = async (version: object) => {
    const { rubric } = await ask(getRubric, { integration_id, name: 'discovery', ...version });
    return rubric.criteria.find(({ id }) => id === 'discovery')?.weight;
  };
  t.strictSame([await weightOf({}), await weightOf({ version: 1 })], [5, 3]);
  await t.rejects(weightOf({ version: 3 }), { message: 'RUBRIC_NOT_FOUND' });
});

t.test('two changes at once are two versions', async (t) => {
  const integration_id = await team();
  const rubric = (weight: number) => ({ ...heavier, criteria: [{ id: 'discovery', weight }] });
  await Promise.all([3, 4, 5].map((w) => ask(setRubrics, { integration_id, rubrics: [rubric(w)] })));
  const rows = await db
    .selectFrom('rubrics')
    .selectAll()
    .where('integration_id', '=', integration_id)
    .execute();
  t.strictSame(rows.map(({ version }) => version).sort(), [1, 2, 3]);
});

t.test('nothing is set where anything is wrong, and every fault is told', async (t) => {
  const integration_id = await team();
  await ask(setRubrics, { integration_id, rubrics: [{ ...ours, criteria: [{ id: 'offer', weight: 2 }] }] });
  const rubrics = [
    { ...heavier, criteria: [{ id: 'discovery', weight: 0 }], titel: 'x' },
    { extends: 'discovery' },
    7,
    { name: 'discovery', extends: 'nothing' },
    { name: 'general-sales', extends: 'general-sales', without: ['offer'] },
  ];
  const { faults } = await ask(checkRubrics, { integration_id, rubrics });
  t.match(faults.slice(0, 3), [
    'Rubric 2: name is required',
    'Rubric 3 must be a JSON object',
    'discovery is given twice',
  ]);
  const error = await ask(setRubrics, { integration_id, rubrics }).catch((error: unknown) => error);
  t.match(error, { message: 'VALIDATION_FAILED', publicMessage: faults });
  const broken = await ask(checkRubrics, { integration_id, rubrics: [rubrics[4]] });
  t.match(
    broken.faults,
    [/^ours: criterion offer: discovery has none of that id/],
    'also of what extends it',
  );
  const onBroken = [
    { name: 'general-sales' },
    { name: 'first', extends: 'discovery', criteria: [{ id: 'x' }] },
  ];
  const hidden = await ask(checkRubrics, { integration_id, rubrics: onBroken });
  t.match(hidden.faults.at(-1), 'first: what it extends has faults; what else is wrong here is told when');
  const rows = await db
    .selectFrom('rubrics')
    .selectAll()
    .where('integration_id', '=', integration_id)
    .execute();
  t.equal(rows.length, 1);
  t.match(await ask(checkRubrics, { integration_id: null, rubrics: [heavier] }), { faults: [] });
});

t.test('text that no database takes is refused wherever it is', async (t) => {
  const integration_id = await team();
  for (const text of ['a\0b', 'a\ud800b'])
    for (const rubric of [
      { ...ours, title: text },
      { ...ours, disposition_labels: { appointment_set: text } },
      { ...ours, criteria: [{ id: 'offer', indicators: [{ indicator: 'kept_short', heard: text }] }] },
    ])
      t.match(
        (await ask(checkRubrics, { integration_id, rubrics: [rubric] })).faults[0],
        /^ours: no text may have NUL/,
      );
});

t.test('of two who change a rubric at once the later one is told', async (t) => {
  const integration_id = await team();
  const set = (weight: number, expected_version: string | null, name = 'discovery') =>
    ask(setRubrics, {
      ...{ integration_id, expected_version },
      rubrics: [{ ...heavier, name, criteria: [{ id: 'discovery', weight }] }],
    });
  const changed = { message: 'RUBRIC_CHANGED' };
  const { state } = await ask(getRubric, { integration_id, name: 'discovery' });
  const results = await Promise.allSettled([set(3, state.version), set(4, state.version)]);
  t.same(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.match(
    results.find(({ status }) => status === 'rejected'),
    { reason: changed },
  );
  const { state: next } = await ask(getRubric, { integration_id, name: 'discovery' });
  await set(6, next.version);
  t.match(await set(6, next.version), { data: [{ name: 'discovery' }] }, 'repeated it is stored already');
  await set(1, null, 'new');
  await t.rejects(set(2, null, 'new'), changed);
  await t.rejects(ask(setRubrics, { integration_id, expected_version: null, rubrics: [ours, heavier] }), {
    message: 'VALIDATION_FAILED',
  });
});

t.test('what a team’s general rubric leaves out does not break the built-in ones', async (t) => {
  const integration_id = await team();
  const general = {
    name: 'general-sales',
    extends: 'general-sales',
    without: ['closing'],
    criteria: [{ id: 'discovery', without: ['asked_open_questions'] }],
  };
  await ask(setRubrics, { integration_id, rubrics: [general] });
  const { rubric } = await ask(getRubric, { integration_id, name: 'discovery' });
  const discovery = rubric.criteria.find(({ id }) => id === 'discovery');
  t.strictSame(
    discovery?.indicators.map(({ indicator, points }) => [indicator, points]),
    [
      ['followed_up', 3],
      ['asked_first', 1],
    ],
  );
  const misspelled = { ...general, criteria: [{ id: 'discovery', without: ['asked_questions'] }] };
  t.match(await ask(checkRubrics, { integration_id, rubrics: [misspelled] }), {
    faults: [
      'general-sales: criterion discovery: without: it has no indicator "asked_questions" in general-sales',
    ],
  });
});

t.test('an integration that nobody knows has no rubrics', async (t) => {
  const { integration_id } = integrationChange();
  const missing = { message: 'INTEGRATION_NOT_FOUND' };
  await t.rejects(ask(listRubrics, { integration_id }), missing);
  await t.rejects(ask(setRubrics, { integration_id, rubrics: [ours] }), missing);
  await t.rejects(ask(checkRubrics, { integration_id, rubrics: [ours] }), missing);
  t.equal((await ask(listRubrics, { integration_id: null })).data.length, 7);
});
