import { directoryAudit } from '@debrief/contracts/operations/audit';
import {
  listIntegrations,
  listKeys,
  recordKeyUse,
  revokeKey,
  updateIntegration,
} from '@debrief/contracts/operations/directory-access';
import { listContacts } from '@debrief/contracts/operations/directory-people';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { callerOf } from './fixtures/answers.ts';
import { ann, declared, runningDirectory } from './fixtures/running-directory.ts';

const directory = await runningDirectory(t);
const { ask, db, messaging } = directory;

async function entries(question: { integration_id?: string; action?: string; target?: string }) {
  const { data } = await ask(directoryAudit, { limit: 100, ...question });
  return data.toReversed();
}

t.test('making and revoking a key is told: who, what, when, of what and from where', async (t) => {
  const { id: target, integration_id } = await directory.createKey({ name: 'Secret dialer' });
  await ask(revokeKey, { id: target });
  await ask(revokeKey, { id: target });
  const told = await entries({ action: 'key.', target });
  t.match(told, [
    {
      action: 'key.created',
      target,
      integration_id,
      actor: ann,
      details: { access: 'read-write' },
    },
    { action: 'key.revoked', target, integration_id, actor: ann, request_id: 'test' },
  ]);
  t.equal(told.length, 2, 'a key that is revoked again is not revoked twice');
  t.ok(told.every(({ at, service }) => Date.now() - Date.parse(at) < 600_000 && service === 'directory'));
});

t.test('settings that change are told by name, and one that stays is not', async (t) => {
  const { id } = await directory.createIntegration({ name: 'Harbour', crm: 'Follow' });
  await ask(updateIntegration, { id, crm: 'Leads', cadences: ['monthly'], review_days: 7 });
  await ask(updateIntegration, { id, crm: 'Leads' });
  await ask(updateIntegration, { id, text_days: 90, signals: false });
  const told = await entries({ action: 'integration.', integration_id: id });
  t.match(told, [
    { action: 'integration.created', target: id },
    { action: 'integration.changed', target: id, details: { settings: ['crm', 'cadences'] } },
    {
      action: 'integration.changed',
      details: { text_days: 90, text_days_before: null, signals: false, signals_before: true },
    },
  ]);
  t.equal(told.length, 3);
  const { rows } = await sql<{ text: string }>`
    select string_agg(entries::text, '') as text from directory_audit.entries`.execute(db);
  t.notMatch(rows[0]?.text, /Harbour|Follow|Leads|Secret dialer|Acme/, 'no entry holds what was written');
});

t.test('each command of an operator is told, also one that is refused', async (t) => {
  const missing = uuidv7();
  await t.rejects(ask(revokeKey, { id: missing }), declared('KEY_NOT_FOUND'));
  t.match(await entries({ target: missing }), [{ action: 'directory.keys.revoke', actor: ann }]);
  const organization_id = uuidv7();
  await ask(listIntegrations, { organization_id });
  t.match(await entries({ target: organization_id }), [{ action: 'directory.integrations.list' }]);
});

t.test(
  'an operator who acts for an integration is told as well; its clients and services are not',
  async (t) => {
    const { id } = await directory.createIntegration();
    const client = callerOf(id);
    const input = { limit: 10, sort: 'asc' } as const;
    await request(messaging, listContacts, client, input);
    await request(
      messaging,
      listContacts,
      { ...client, actor: { kind: 'key', id: 'k', from: '10.0.0.1' } },
      input,
    );
    await ask(recordKeyUse, { key_id: uuidv7(), uses: 1, used_at: '2026-01-01T10:00:00.000Z' });
    t.same(await entries({ action: 'contacts', integration_id: id }), []);
    t.same(await entries({ action: 'record-use' }), []);
    await request(messaging, listContacts, { ...client, actor: ann }, input);
    t.match(await entries({ integration_id: id, action: 'contacts' }), [
      { action: 'directory.contacts.list' },
    ]);
  },
);

t.test('entries are found by action, actor, integration, target and time, the newest first', async (t) => {
  const { id: integration_id } = await directory.createIntegration();
  for (let index = 0; index < 3; index += 1) await ask(listKeys, { integration_id });
  const question = { limit: 2, integration_id, action: 'keys.list' };
  const { data: newest } = await ask(directoryAudit, question);
  t.equal(newest.length, 2);
  t.ok((newest[0]?.at ?? '') >= (newest[1]?.at ?? ''));
  t.equal((await ask(directoryAudit, { ...question, actor: 'ann' })).data.length, 2);
  t.same((await ask(directoryAudit, { ...question, actor: 'bob' })).data, []);
  t.same((await ask(directoryAudit, { ...question, until: '2020-01-01T00:00:00Z' })).data, []);
  t.same((await ask(directoryAudit, { ...question, since: '2999-01-01T00:00:00Z' })).data, []);
});
