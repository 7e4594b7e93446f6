import { DebriefError, TIMED_OUT } from '@debrief/contracts/errors';
import { listUserFacts } from '@debrief/contracts/operations/facts';
import type { FactsInput } from '@debrief/contracts/paging';
import { testNats } from '@debrief/local/testing';
import t from 'tap';
import { connect } from '../src/connection.ts';
import { listFacts, ownerAway } from '../src/list-facts.ts';
import { handle, serve } from '../src/serve.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const nats = await testNats(t);
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());

const id = '01900000-0000-7000-8000-000000000001';
const ask = (integrationId: string | null, after: boolean) =>
  listFacts(messaging, listUserFacts, { integrationId, after: after ? { integration_id: id, id } : null });

t.test('an owner that is away is named, whether it is not there or does not answer', async (t) => {
  const owners = [];
  for (const fault of [null, new DebriefError(TIMED_OUT), new Error('a fault')]) {
    const handler = handle(listUserFacts, async (items) => {
      throw items.length === 0 ? undefined : fault;
    });
    const served =
      fault === null
        ? null
        : await serve(messaging, { service: 'directory', version: '0.1.0', handlers: [handler] });
    owners.push(await ask(null, false).catch(ownerAway));
    await served?.close();
  }
  t.strictSame(owners, ['directory', 'directory', null]);
});

t.test('a page is asked for from its start, of one integration or of all', async (t) => {
  const asked: FactsInput[] = [];
  const handler = handle(listUserFacts, async (items) => {
    asked.push(...items.map(({ input }) => input));
    return items.map(() => ({ ok: { data: [], next: null } }));
  });
  await serve(messaging, { service: 'directory', version: '0.1.0', handlers: [handler] });
  t.strictSame(await ask(null, false), { data: [], next: null });
  await ask(id, true);
  t.strictSame(asked, [{}, { integration_id: id, after: { integration_id: id, id } }]);
});
