import {
  DebriefError,
  INTEGRATION_NOT_FOUND,
  RUBRIC_CHANGED,
  RUBRIC_NOT_FOUND,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { getIntegration, updateIntegration } from '@debrief/contracts/operations/directory-access';
import { getReruns, rerunAnalyses } from '@debrief/contracts/operations/ingest-queue';
import { checkRubrics, getRubric, listRubrics, setRubrics } from '@debrief/contracts/operations/rubrics';
import type { Rubric } from '@debrief/contracts/resources/rubric';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { handleEach } from '@debrief/messaging/handle-each';
import { serve } from '@debrief/messaging/serve';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { runDebrief } from '../run-debrief.ts';

// Each command is a process of its own.
t.setTimeout(120_000);
const nats = await testNats(t);
const log = createLogger({ name: 'test', level: 'silent' });
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());

const integrationId = '01900000-0000-7000-8000-000000000001';
const rubric: Rubric = {
  name: 'first-talk',
  version: 'team-2+discovery@1',
  title: 'First talk',
  not_rated: ['left_voicemail'],
  criteria: [
    {
      ...{ id: 'discovery', title: 'Discovery', weight: 3, applies: 'always' },
      indicators: [
        { indicator: 'asked_first', points: 2, heard: 'asked before you presented', missing: 'a question' },
      ],
    },
    {
      ...{ id: 'closing', title: 'Closing', weight: 1, applies: 'open', not_for: ['inbound'] },
      indicators: [
        { indicator: 'closed_politely', points: 1, heard: 'ended politely', missing: 'a polite end' },
      ],
    },
  ],
  disposition_labels: { appointment_set: 'Demo booked' },
  focus: [{ month: '2026-12', criterion: 'discovery', note: 'Ask first' }],
};
const content = { name: 'first-talk', extends: 'discovery' };
const state = {
  ...{
    name: 'first-talk',
    title: 'First talk',
    version: rubric.version,
    built_in: false,
    extends: 'discovery',
  },
  ...{ criteria: 2, categories: ['intro'], created_date: '2026-11-20T10:00:00Z' },
};
const faults = [
  'first-talk: criterion discovery: weight must be a number greater than 0',
  'other: name is required',
];
const asked: object[] = [];
const isGood = (rubrics: unknown[]) => JSON.stringify(rubrics) === JSON.stringify([content]);

const version = '0.1.0';
const coaching = [
  handleEach(listRubrics, async () => ({ ok: { data: [state] } })),
  handleEach(getRubric, async ({ input }) =>
    input.name === 'first-talk'
      ? { ok: { state, content, rubric } }
      : { error: new DebriefError(RUBRIC_NOT_FOUND) },
  ),
  handleEach(checkRubrics, async ({ input }) => ({ ok: { faults: isGood(input.rubrics) ? [] : faults } })),
  handleEach(setRubrics, async ({ input: { rubrics, expected_version = state.version } }) => {
    if (expected_version !== state.version) return { error: new DebriefError(RUBRIC_CHANGED) };
    return isGood(rubrics)
      ? { ok: { data: [state] } }
      : { error: new DebriefError(VALIDATION_FAILED, { violations: faults }) };
  }),
];
const directory = [
  handleEach(getIntegration, async ({ input }) =>
    input.id === integrationId
      ? { ok: { id: input.id } as never }
      : { error: new DebriefError(INTEGRATION_NOT_FOUND) },
  ),
  handleEach(updateIntegration, async ({ input }) => {
    asked.push(input);
    return { ok: { id: input.id } as never };
  }),
];
const ingest = [
  handleEach(rerunAnalyses, async ({ input }) => {
    asked.push(input);
    return { ok: { rerun_id: integrationId, recordings: 12 } };
  }),
  handleEach(getReruns, async () => ({ ok: { waiting: 3, running: 2 } })),
];
await serve(messaging, { service: 'coaching', version, handlers: coaching });
await serve(messaging, { service: 'directory', version, handlers: directory });
await serve(messaging, { service: 'ingest', version, handlers: ingest });

const debrief = (...args: string[]) => runDebrief(['--nats', nats.url, ...args]);
t.beforeEach(() => {
  asked.length = 0;
});

t.test('rubrics are listed and shown for people, and as they were set', async (t) => {
  t.match(await debrief('rubrics', 'list', '--integration', integrationId), {
    status: 0,
    stdout: /first-talk +First talk +own +team-2\+discovery@1 +2 +intro/,
  });
  const { status, stdout } = await debrief('rubrics', 'show', 'first-talk', '--integration', integrationId);
  t.equal(status, 0);
  t.strictSame(stdout.split('\n'), [
    'First talk (first-talk@team-2+discovery@1, own)',
    'Extends discovery',
    'Judges intro',
    'Not rated: left_voicemail',
    '',
    'Discovery (discovery): 75% where all count; counts always',
    '    2  asked before you presented',
    '',
    'Closing (closing): 25% where all count; counts unless the contact is ruled out or asked not to be called; not for inbound',
    '    1  ended politely',
    '',
    'Labels',
    '  appointment_set: Demo booked',
    '',
    'Focus of the month',
    '  2026-12: discovery, Ask first',
    '',
  ]);
  const asSet = await debrief('rubrics', 'show', 'first-talk', '--as-set');
  t.strictSame(JSON.parse(asSet.stdout), content);
  t.match(await debrief('rubrics', 'show', 'none'), { status: 1, stderr: 'debrief: Rubric not found\n' });
  t.match(await debrief('rubrics', 'show', 'first-talk', '--version', '2'), {
    status: 1,
    stderr: /Add --integration/,
  });
});

t.test('files are checked and set together, and every fault is a line', async (t) => {
  const folder = t.testdir({
    'good.json': JSON.stringify(content),
    'bad.json': JSON.stringify([content, {}]),
    'broken.json': '{',
  });
  const [good, bad, broken] = ['good', 'bad', 'broken'].map((name) => `${folder}/${name}.json`) as [
    string,
    string,
    string,
  ];
  t.match(await debrief('rubrics', 'check', good), { status: 0, stdout: 'No faults.\n' });
  const told = `debrief: 2 faults\n  ${faults.join('\n  ')}\n`;
  t.match(await debrief('rubrics', 'check', bad), { status: 1, stdout: '', stderr: told });
  t.match(await debrief('rubrics', 'set', bad, '--integration', integrationId), { status: 1, stderr: told });
  t.match(await debrief('rubrics', 'set', good, '--integration', integrationId), {
    status: 0,
    stdout: /first-talk .*\n\nThe next analyses use them/,
  });
  const expecting = (version: string) =>
    debrief('rubrics', 'set', good, '--integration', integrationId, '--expect', version);
  t.match(await expecting(rubric.version), { status: 0, stdout: /first-talk/ });
  t.match(await expecting('team-1'), {
    status: 1,
    stderr: 'debrief: The rubric was changed meanwhile: read it again\n',
  });
  t.match(await debrief('rubrics', 'check', broken), {
    status: 1,
    stderr: /broken\.json is not readable as JSON/,
  });
});

t.test('a category names a rubric that there is', async (t) => {
  const folder = t.testdir({
    'good.json': JSON.stringify([{ name: 'intro', kind: 'call', rubric: 'first-talk' }]),
    'bad.json': JSON.stringify([{ name: 'intro', kind: 'call', rubric: 'last-talk' }]),
  });
  const update = (file: string) =>
    debrief('integrations', 'update', integrationId, '--categories', `${folder}/${file}`);
  t.match(await update('bad.json'), {
    status: 1,
    stderr: 'debrief: category intro: there is no rubric "last-talk". Rubrics: first-talk\n',
  });
  t.strictSame(asked, []);
  t.match(await update('good.json'), { status: 0 });
  t.match(asked, [{ categories: [{ rubric: 'first-talk' }] }]);
});

t.test('calls since a day are judged again', async (t) => {
  const rerun = (since: string, id = integrationId) =>
    debrief('analyses', 'rerun', '--integration', id, '--since', since);
  t.match(await rerun('2026-11-01'), { status: 0, stdout: /^12 recordings are judged again\./ });
  t.strictSame(asked, [{ integration_id: integrationId, since: '2026-11-01T00:00:00.000Z' }]);
  t.match(await rerun('yesterday'), { status: 1, stderr: /Invalid --since "yesterday"/ });
  t.match(await rerun('2026-11-01', integrationId.replace(/1$/, '2')), {
    status: 1,
    stderr: /Integration not found/,
  });
  t.match(await debrief('analyses', 'status', '--integration', integrationId), {
    status: 0,
    stdout: 'waiting: 3\nrunning: 2\n',
  });
});
