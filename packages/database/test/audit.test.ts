import { revokeKey } from '@debrief/contracts/operations/directory-access';
import t from 'tap';
import { findAuditEntries, recordAudit, recordCommands } from '../src/audit.ts';
import { transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';

const schema = 'shop';
const migrations = new URL('lists/', import.meta.url);
const { database } = await testDatabase<unknown>(t, { schema, migrations });
const db = database.kysely;
const tenant = '01900000-0000-7000-8000-000000000001';
const agent = '01900000-0000-7000-8000-000000000002';
const caller = { access: 'system', request_id: 'r' } as const;
const client = {
  access: 'read-write',
  organization_id: tenant,
  integration_id: tenant,
  request_id: 'r',
} as const;
const actions = async (question = {}) =>
  (await findAuditEntries(db, schema, { limit: 10, ...question })).map(({ action }) => action);

function served(unrecorded: boolean, answer: () => Promise<unknown>) {
  const operation = { ...revokeKey, unrecorded };
  const [handled] = recordCommands(db, schema, [{ operation, handler: answer as () => Promise<unknown> }]);
  return handled?.handler as (items: readonly object[]) => Promise<unknown>;
}

t.test('an entry is there if and only if its transaction commits', async (t) => {
  const actor = { kind: 'key', id: 'a-key', from: '192.0.2.1' } as const;
  await t.rejects(
    transaction(db, async (tx) => {
      await recordAudit(tx, schema, caller, { action: 'item.lost' });
      throw new Error('rolled back');
    }),
    { message: 'rolled back' },
  );
  t.same(await actions({ action: 'item.' }), []);
  await transaction(db, (tx) =>
    recordAudit(
      tx,
      schema,
      { ...client, actor },
      { action: 'item.sold', target: 'i-1', details: { pieces: 2 } },
    ),
  );
  t.match(await findAuditEntries(db, schema, { limit: 10, target: 'i-1', actor: 'a-key' }), [
    { service: schema, action: 'item.sold', actor, integration_id: tenant, details: { pieces: 2 } },
  ]);
});

t.test('a command is told before it is carried out', async (t) => {
  const revoke = served(false, async () => {
    t.same(await actions({ target: 'i-2' }), ['directory.keys.revoke']);
    throw new Error('not there');
  });
  await t.rejects(revoke([{ caller, input: { id: 'i-2' } }]), { message: 'not there' });
  t.same(await actions({ target: 'i-2', integration_id: tenant }), []);
});

t.test('a command on somebody who is named by id says whom, and by nothing that names them', async (t) => {
  const answer = served(false, async () => []);
  await answer([{ caller, input: { user: { by: 'id', value: 'i-4' } } }]);
  await answer([{ caller, input: { identifier: { by: 'email', value: 'ann@i-4.example' } } }]);
  await answer([{ caller, input: { integration_id: tenant, user: agent } }]);
  await answer([{ caller, input: { integration_id: tenant, user: 'ann-i-4' } }]);
  t.same(await actions({ target: 'i-4' }), ['directory.keys.revoke']);
  t.same(await actions({ target: agent, integration_id: tenant }), ['directory.keys.revoke']);
  t.same(await actions({ target: 'ann-i-4' }), []);
  t.notMatch(await findAuditEntries(db, schema, { limit: 10 }), [{ target: 'ann@i-4.example' }]);
});

t.test('what clients ask, and what is not to be recorded, leaves no entry', async (t) => {
  await served(false, async () => [])([{ caller: client, input: { id: 'i-3' } }]);
  await served(true, async () => [])([{ caller, input: { id: 'i-3' } }]);
  t.same(await actions({ target: 'i-3', since: '2020-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' }), []);
});
