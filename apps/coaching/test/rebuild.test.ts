import { setTimeout as pause } from 'node:timers/promises';
import type { InputOf } from '@debrief/contracts/define';
import {
  type IntegrationChanged,
  integrationChanged,
  type UserChanged,
  userChanged,
} from '@debrief/contracts/events/directory';
import { getAgenda } from '@debrief/contracts/operations/coaching';
import { listIntegrationFacts, listUserFacts } from '@debrief/contracts/operations/facts';
import { coachingRebuilds } from '@debrief/contracts/operations/rebuilds';
import type { FactsInput } from '@debrief/contracts/paging';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { handle, serve } from '@debrief/messaging/serve';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { build } from '../src/app.ts';
import { settings } from '../src/config.ts';
import {
  coachingDatabase,
  integrationChange,
  storedAgenda,
  tenant,
  userChange,
} from './fixtures/coaching-database.ts';

const log = createLogger({ name: 'coaching', level: 'silent' });
const [{ url, db }, nats] = await Promise.all([coachingDatabase(t), testNats(t)]);
const config = loadConfig(settings, { DATABASE_URL: url, NATS_URL: nats.url });
// First: the service waits for the streams, which the operator or ingest makes.
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());
const service = await build({ config, log, metrics: createMetrics('coaching') });
t.teardown(() => service.close());

/** What directory would say; in small pages, so that there are many. */
const users = new Map<string, UserChanged>();
const integrations = new Map<string, IntegrationChanged>();
const PAGE_ROWS = 6;

async function page<Fact>(facts: Map<string, Fact>, { after }: FactsInput) {
  const rest = [...facts]
    .filter(([key]) => after === undefined || key > after.integration_id + after.id)
    .sort();
  const data = structuredClone(rest.slice(0, PAGE_ROWS));
  await pause(3);
  const [key = ''] = data.at(-1) ?? [];
  const next = { integration_id: key.slice(0, 36), id: key.slice(36) };
  return { ok: { data: data.map(([, fact]) => fact), next: rest.length > data.length ? next : null } };
}
await serve(messaging, {
  service: 'directory',
  version: '0.1.0',
  handlers: [
    handle(listUserFacts, (items) => Promise.all(items.map(({ input }) => page(users, input)))),
    handle(listIntegrationFacts, (items) => Promise.all(items.map(({ input }) => page(integrations, input)))),
  ],
});

let published = 0;
const message = () => ({ messageId: `m ${published++}` });

async function changeUser(user: UserChanged) {
  users.set(user.integration_id + user.user_id, user);
  await publish(messaging, userChanged, user, message());
}

async function changeIntegration(integration: IntegrationChanged) {
  integrations.set(integration.integration_id + integration.integration_id, integration);
  await publish(messaging, integrationChanged, integration, message());
}

async function rows(table: 'agents' | 'agent_mappings' | 'integrations') {
  const found = await sql<object>`select * from ${sql.table(table)} t order by t::text`.execute(db);
  return found.rows;
}
const copied = async () => ({ agents: await rows('agents'), mappings: await rows('agent_mappings') });
/** Until every event has been stored: what is there equals what directory says. */
async function settled() {
  const versions = async (table: 'agents' | 'integrations') =>
    (await sql<{ version: number }>`select version from ${sql.table(table)}`.execute(db)).rows
      .map(({ version }) => version)
      .sort((one, other) => one - other)
      .join();
  const expected = (facts: Map<string, { version: number }>) =>
    [...facts.values()]
      .map(({ version }) => version)
      .sort((one, other) => one - other)
      .join();
  while ((await versions('agents')) !== expected(users)) await pause(20);
  while ((await versions('integrations')) !== expected(integrations)) await pause(20);
}

type Kind = InputOf<typeof coachingRebuilds.get>['kind'];
const operator = { access: 'system', request_id: 'test' } as const;
async function rebuilt(kind: Kind, meanwhile: () => Promise<void> = async () => {}) {
  await request(messaging, coachingRebuilds.start, operator, { kind, integration_id: null });
  await meanwhile();
  for (;;) {
    const rebuild = await request(messaging, coachingRebuilds.get, operator, { kind });
    if (rebuild !== null && rebuild.finished_at !== null) return rebuild;
    await pause(20);
  }
}

const callers = [tenant(), tenant()] as const;
const newUser = (index: number) =>
  userChange(callers[index % 2 === 0 ? 0 : 1], {
    user_id: uuidv7(),
    external_user_id: `agent-${index}`,
    external_user_ids: [`agent-${index}`, `Agent ${index}`, `shared-${index % 3}`],
    timezone: index % 3 === 0 ? 'Europe/Berlin' : null,
  });

t.test('users and their ids are as they were before, whatever of them was lost or damaged', async (t) => {
  for (let index = 0; index < 60; index += 1) await changeUser(newUser(index));
  await settled();
  const before = await copied();
  t.equal(before.mappings.length, 180);
  await sql`delete from agents where right(user_id::text, 1) < '4'`.execute(db);
  await sql`delete from agent_mappings where right(user_id::text, 1) between '4' and '6'
    and external_user_id like 'shared%'`.execute(db);
  await sql`insert into agent_mappings select integration_id, 'stranger', user_id from agents
    where right(user_id::text, 1) between '6' and '8'`.execute(db);
  await sql`update agents set name = 'x', version = version + 7 where right(user_id::text, 1) > 'c'`.execute(
    db,
  );
  await sql`insert into agents values (gen_random_uuid(), gen_random_uuid(), 1, 'x', 'x', null, true)`.execute(
    db,
  );
  t.match(await rebuilt('users'), { rows: 60, removed: 1 });
  t.strictSame(await copied(), before);
  t.match(await rebuilt('users'), { rows: 60, changed: 0, removed: 0 });
});

t.test('users that change while an empty copy is rebuilt end as directory has them', async (t) => {
  await sql`delete from agents`.execute(db);
  await rebuilt('users', async () => {
    for (const user of [...users.values()].slice(0, 40)) {
      const version = user.version + 1;
      await changeUser({ ...user, version, external_user_ids: [user.external_user_id, `moved-${version}`] });
    }
    for (let index = 0; index < 20; index += 1) await changeUser(newUser(60 + index));
  });
  await settled();
  const after = await copied();
  t.equal(after.agents.length, 80);
  t.equal(after.mappings.length, 40 * 2 + 40 * 3);
  t.match(await rebuilt('users'), { rows: 80, changed: 0, removed: 0 });
  t.strictSame(await copied(), after);
});

t.test('integrations are kept as they were announced, and rebuilt as directory has them', async (t) => {
  for (let index = 0; index < 20; index += 1) {
    const first = integrationChange({ crm: index % 2 === 0 ? 'Follow' : null });
    await changeIntegration(first);
    const categories = [{ name: 'sales', kind: 'call' as const }];
    if (index % 3 === 0) await changeIntegration({ ...first, version: 2, categories, cadences: ['monthly'] });
  }
  await settled();
  const before = await rows('integrations');
  await sql`delete from integrations where right(integration_id::text, 1) < '5'`.execute(db);
  await sql`update integrations set categories = '[]', cadences = '{}' where right(integration_id::text, 1) > '9'`.execute(
    db,
  );
  t.match(await rebuilt('integrations', () => changeIntegration(integrationChange())), { waits_for: null });
  await settled();
  const after = await rows('integrations');
  t.equal(after.length, 21);
  for (const row of before) t.ok(after.some((one) => JSON.stringify(one) === JSON.stringify(row)));
  t.match(await rebuilt('integrations'), { rows: 21, changed: 0, removed: 0 });
});

t.test('the agendas of a user whom directory has no more keep the external id alone', async (t) => {
  const [lost, removed] = [newUser(100), newUser(102)];
  for (const user of [lost, removed]) await changeUser(user);
  await settled();
  const { integration_id } = lost;
  const agendas = [];
  for (const { user_id, external_user_id } of [lost, removed])
    agendas.push(await storedAgenda(db, { integration_id }, { user_id, external_user_id }));
  await sql`delete from agents where user_id = ${lost.user_id}`.execute(db);
  users.delete(removed.integration_id + removed.user_id);
  t.match(await rebuilt('users'), { removed: 1 });
  const caller = { ...callers[0], integration_id };
  const read = (id = '') => request(messaging, getAgenda, caller, { id });
  const { external_user_id } = removed;
  t.match(await read(agendas[1]?.id), { user_id: null, external_user_id, agenda_url: null });
  t.match(await read(agendas[0]?.id), { user_id: lost.user_id }, 'a copy that was lost removes nobody');
});
