import { type IntegrationChanged, UserChanged } from '@debrief/contracts/events/directory';
import { updateIntegration } from '@debrief/contracts/operations/directory-access';
import { listIntegrationFacts, listUserFacts } from '@debrief/contracts/operations/facts';
import type { FactPosition } from '@debrief/contracts/paging';
import { request } from '@debrief/messaging/request';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { callerOf, userEvents } from './fixtures/answers.ts';
import { declared, runningDirectory } from './fixtures/running-directory.ts';
import { item, resolve } from './fixtures/submission.ts';

const { ask, db, createIntegration, messaging } = await runningDirectory(t);

async function all<Fact>(
  page: (after: { after: FactPosition } | object) => Promise<{ data: Fact[]; next: FactPosition | null }>,
): Promise<{ facts: Fact[]; pages: number[] }> {
  const facts: Fact[] = [];
  const pages: number[] = [];
  let next: FactPosition | null = null;
  do {
    const answer: { data: Fact[]; next: FactPosition | null } = await page(
      next === null ? {} : { after: next },
    );
    facts.push(...answer.data);
    pages.push(answer.data.length);
    next = answer.next;
  } while (next !== null);
  return { facts, pages };
}

t.test('users are listed as their last event describes them, in pages of at most 200', async (t) => {
  const scopes = [(await createIntegration()).id, (await createIntegration()).id];
  for (const scope of scopes) {
    const agents = Array.from({ length: 150 }, (_, index) => ({
      external_user_id: `u ${index}`,
      user_email: `u${index}@example.com`,
    }));
    await resolve(
      db,
      agents.map((agent) => item(scope, agent)),
    );
    await resolve(db, [item(scope, { ...agents[7], user_timezone: 'Asia/Tokyo' })]);
  }
  const { facts, pages } = await all((after) => ask(listUserFacts, after));
  t.strictSame(pages, [200, 100]);
  const newest = new Map<string, UserChanged>();
  for (const scope of scopes)
    for (const event of await userEvents(db, scope)) newest.set(event.user_id, event);
  const inOrder = [...newest.values()].sort((one, other) =>
    one.integration_id + one.user_id < other.integration_id + other.user_id ? -1 : 1,
  );
  t.strictSame(facts, inOrder);
  t.ok(facts.every((fact) => Value.Check(UserChanged, fact)));
  t.match(
    facts.find(({ timezone }) => timezone !== null),
    { version: 2 },
  );

  const [, integration_id = ''] = scopes;
  const own = await all((after) => ask(listUserFacts, { integration_id, ...after }));
  t.strictSame(
    own.facts,
    inOrder.filter((fact) => fact.integration_id === integration_id),
  );
});

t.test('a page is over at 400 KB', async (t) => {
  const scope = (await createIntegration()).id;
  await resolve(
    db,
    Array.from({ length: 100 }, (_, index) =>
      item(scope, { external_user_id: `many ${index}`, user_email: `many${index}@example.com` }),
    ),
  );
  await sql`update users set external_user_ids =
    (select array_agg(repeat('x', 200) || number) from generate_series(1, 100) number)
    where integration_id = ${scope}`.execute(db);
  const { facts, pages } = await all((after) => ask(listUserFacts, { integration_id: scope, ...after }));
  t.equal(facts.length, 100);
  const bytes = JSON.stringify(facts[0]).length;
  t.ok(pages.length > 4);
  t.ok(pages.every((rows) => rows * bytes <= 400_000));
});

t.test('integrations are listed as they were announced', async (t) => {
  const categories = [{ name: 'sales', kind: 'call' as const }];
  const created = await createIntegration({ name: 'Listed', categories });
  await ask(updateIntegration, { id: created.id, crm: 'Follow' });
  const { facts } = await all((after) => ask(listIntegrationFacts, after));
  const events = await db
    .selectFrom('outbox')
    .select('payload')
    .where('subject', '=', 'integration.changed')
    .orderBy('id')
    .execute();
  const newest = new Map(
    events.map(({ payload }) => [(payload as IntegrationChanged).integration_id, payload]),
  );
  t.strictSame(
    facts,
    [...newest.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, fact]) => fact),
  );
  const one = await ask(listIntegrationFacts, { integration_id: created.id });
  t.match(one, { data: [{ integration_id: created.id, version: 2, crm: 'Follow', categories }], next: null });
  t.equal(one.data.length, 1);
  t.strictSame(await ask(listIntegrationFacts, { integration_id: uuidv7() }), { data: [], next: null });
});

t.test('a client system cannot list facts', async (t) => {
  const caller = callerOf((await createIntegration()).id) as never;
  for (const operation of [listUserFacts, listIntegrationFacts])
    await t.rejects(request(messaging, operation, caller, {}), declared('VALIDATION_FAILED'));
});
