import { IntegrationChanged } from '@debrief/contracts/events/directory';
import {
  createIntegration,
  createOrganization,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from '@debrief/contracts/operations/directory-access';
import type { Integration } from '@debrief/contracts/resources/access';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';

const directory = await runningDirectory(t);
const { ask, db } = directory;

t.test('an integration created with only a name has the documented defaults', async (t) => {
  const { id: organization_id } = await ask(createOrganization, { name: 'Acme' });
  const created = await ask(createIntegration, { organization_id, name: 'Main' });
  t.match(created, {
    organization_id,
    name: 'Main',
    crm: null,
    source: 'API',
    source_id: 'api',
    cadences: ['weekly'],
    review_days: 7,
    categories: null,
    text_days: null,
    audio_days: null,
    removes_card_numbers: true,
    speech_engine: null,
    signals: true,
    agenda_mails: true,
  });
  t.strictSame(await ask(getIntegration, { id: created.id }), created);
  t.strictSame(await ask(getIntegration, { id: created.id.toUpperCase() }), created);
});

t.test('all settings given are stored', async (t) => {
  const given = {
    name: 'Main',
    crm: 'Follow',
    source: 'My Dialer 2',
    source_id: 'd-2',
    cadences: ['monthly' as const, 'weekly' as const],
    review_days: 0,
    agenda_mails: false,
    categories: [
      { name: 'sales', kind: 'call' as const },
      { name: 'drill', kind: 'roleplay' as const, rubric: 'cold' },
    ],
    text_days: 90,
    audio_days: 0,
    removes_card_numbers: false,
    speech_engine: 'whisper-1',
    signals: false,
  };
  const created = await directory.createIntegration(given);
  t.match(created, given);
  t.strictSame(await ask(getIntegration, { id: created.id }), created);
});

t.test('a source without an id gets one from its name', async (t) => {
  for (const [source, source_id] of [
    ['My Dialer (v2)', 'my-dialer-v2'],
    ['Büro', 'büro'],
    ['***', '***'],
  ] as const) {
    t.match(await directory.createIntegration({ source }), { source, source_id });
  }
});

t.test('an integration of an organization that does not exist is refused', async (t) => {
  await t.rejects(
    ask(createIntegration, { organization_id: uuidv7(), name: 'Main' }),
    declared('ORGANIZATION_NOT_FOUND'),
  );
});

t.test('settings that break the contract are refused', async (t) => {
  const cadences = ['daily'] as unknown as Integration['cadences'];
  await t.rejects(directory.createIntegration({ cadences }), declared('VALIDATION_FAILED'));
  await t.rejects(directory.createIntegration({ review_days: -1 }), declared('VALIDATION_FAILED'));
  await t.rejects(directory.createIntegration({ text_days: 0 }), declared('VALIDATION_FAILED'));
  await t.rejects(directory.createIntegration({ audio_days: -1 }), declared('VALIDATION_FAILED'));
});

t.test('integrations are listed from the oldest, of all organizations or of one', async (t) => {
  const first = await directory.createIntegration();
  const second = await directory.createIntegration({ organization_id: first.organization_id });
  const other = await directory.createIntegration();
  const { data } = await ask(listIntegrations, {});
  t.strictSame(data.slice(-3), [first, second, other]);
  t.strictSame(await ask(listIntegrations, { organization_id: first.organization_id }), {
    data: [first, second],
  });
  t.strictSame(await ask(listIntegrations, { organization_id: uuidv7() }), { data: [] });
});

t.test('an update changes only the settings given', async (t) => {
  const created = await directory.createIntegration({ crm: 'Follow', source: 'Dialer' });
  const categories = [{ name: 'sales', kind: 'call' as const }];
  const updated = await ask(updateIntegration, { id: created.id, crm: null, review_days: 3, categories });
  t.strictSame(updated, { ...created, crm: null, review_days: 3, categories, version: 2 });
  t.strictSame(await ask(getIntegration, { id: created.id }), updated);
  const cleared = await ask(updateIntegration, { id: created.id, categories: null });
  t.strictSame(cleared, { ...updated, categories: null, version: 3 });
});

t.test('updates of one integration at once are all kept', async (t) => {
  const created = await directory.createIntegration();
  await Promise.all([
    ask(updateIntegration, { id: created.id, name: 'Renamed' }),
    ask(updateIntegration, { id: created.id, review_days: 9 }),
  ]);
  t.strictSame(await ask(getIntegration, { id: created.id }), {
    ...created,
    name: 'Renamed',
    review_days: 9,
    version: 3,
  });
});

t.test('of two updates at once that expect a version the later one is refused', async (t) => {
  const { id, version } = await directory.createIntegration();
  const update = (review_days: number, expected_version: number) =>
    ask(updateIntegration, { id, review_days, expected_version });
  const results = await Promise.allSettled([update(1, version), update(2, version)]);
  t.same(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.match(
    results.find(({ status }) => status === 'rejected'),
    { reason: { message: 'INTEGRATION_CHANGED' } },
  );
  const now = await ask(getIntegration, { id });
  t.equal((await update(3, now.version)).version, now.version + 1);
  t.equal((await update(3, now.version)).version, now.version + 1, 'repeated it is stored already');
});

async function eventsOf(id: string): Promise<IntegrationChanged[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('payload')
    .where('subject', '=', 'integration.changed')
    .orderBy('id')
    .execute();
  return rows
    .map(({ payload }) => payload as IntegrationChanged)
    .filter(({ integration_id }) => integration_id === id);
}

t.test('each change is emitted with all that others keep, and with a version that only grows', async (t) => {
  const categories = [{ name: 'sales', kind: 'call' as const }];
  const integration = await directory.createIntegration({ categories, cadences: ['monthly'] });
  // The gateways get hosts and quotas with each key; only directory mails agents.
  const { id, quotas: _quotas, allowed_hosts: _hosts, agenda_mails: _mails, ...created } = integration;
  await Promise.all([
    ask(updateIntegration, { id, name: 'Renamed' }),
    ask(updateIntegration, { id, categories: null }),
    ask(updateIntegration, { id, review_days: 9 }),
  ]);
  const events = await eventsOf(id);
  t.strictSame(
    events.map(({ version }) => version),
    [1, 2, 3, 4],
  );
  t.strictSame(events[0], { integration_id: id, ...created });
  t.strictSame(events[3], {
    integration_id: id,
    ...created,
    version: 4,
    name: 'Renamed',
    categories: null,
    review_days: 9,
  });
  for (const event of events) t.ok(Value.Check(IntegrationChanged, event));
});

t.test('an update that changes nothing writes no event', async (t) => {
  const created = await directory.createIntegration();
  const { id, name } = created;
  t.strictSame(await ask(updateIntegration, { id, name }), created);
  t.match(await eventsOf(id), [{ version: 1 }]);
  t.equal((await eventsOf(id)).length, 1);
});

t.test('an integration that does not exist can be neither read nor changed', async (t) => {
  const id = uuidv7();
  await t.rejects(ask(getIntegration, { id }), declared('INTEGRATION_NOT_FOUND'));
  await t.rejects(ask(updateIntegration, { id, name: 'x' }), declared('INTEGRATION_NOT_FOUND'));
});
