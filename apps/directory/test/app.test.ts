import { setTimeout as delay } from 'node:timers/promises';
import type { IntegrationCaller } from '@debrief/contracts/caller';
import {
  integrationChanged,
  keyRevoked,
  type UserChanged,
  userChanged,
} from '@debrief/contracts/events/directory';
import { revokeKey, updateIntegration } from '@debrief/contracts/operations/directory-access';
import {
  getContact,
  getUser,
  listContacts,
  listUsers,
  resolveSubmission,
  updateContact,
  updateUser,
} from '@debrief/contracts/operations/directory-people';
import { request } from '@debrief/messaging/request';
import t from 'tap';
import { callerOf } from './fixtures/answers.ts';
import { collectEvents } from './fixtures/collect-events.ts';
import { lockWaits } from './fixtures/lock-waits.ts';
import { declared, operator, runningDirectory } from './fixtures/running-directory.ts';
import { submission } from './fixtures/submission.ts';

const directory = await runningDirectory(t);
const { ask, db, messaging, proxy } = directory;

t.test('the service is ready when Postgres and NATS answer', async (t) => {
  const { checks } = directory.service;
  t.strictSame(Object.keys(checks), ['postgres', 'nats']);
  for (const check of Object.values(checks)) await t.resolves(check());
});

t.test('its outbox and its jobs are measured at each scrape', async (t) => {
  const exposed = await directory.metrics.registry.metrics();
  for (const name of ['outbox_waiting', 'outbox_oldest_seconds', 'jobs_waiting', 'jobs_oldest_seconds']) {
    t.match(exposed, new RegExp(`^debrief_${name}{service="directory"} \\d`, 'm'));
  }
});

t.test('revoking a key notifies every listener at once, each time', async (t) => {
  const { id, integration_id } = await directory.createKey();
  const revocations = collectEvents(t, messaging, keyRevoked);
  await ask(revokeKey, { id });
  await revocations.until(1);
  await ask(revokeKey, { id });
  const revocation = { key_id: id, integration_id };
  t.strictSame(await revocations.until(2), [revocation, revocation]);
});

t.test('a key revoked while NATS is away is announced as soon as NATS is back', async (t) => {
  const { id, integration_id } = await directory.createKey();
  const revocations = collectEvents(t, messaging, keyRevoked);
  // A lock holds the revocation up until the connection is cut.
  const locked = await db.startTransaction().execute();
  await locked.selectFrom('api_keys').select('id').where('id', '=', id).forUpdate().execute();
  const asked = t.rejects(request(messaging, revokeKey, operator, { id }, { timeoutMs: 500 }));
  await lockWaits(db, 1);
  proxy.cut();
  await locked.commit().execute();
  await asked;
  const isRevoked = async () => {
    const key = await db.selectFrom('api_keys').select('revoked_at').where('id', '=', id).executeTakeFirst();
    return key?.revoked_at !== null;
  };
  while (!(await isRevoked())) await delay(10);
  t.strictSame(revocations.payloads, []);
  await proxy.restore();
  const [first] = await revocations.until(1);
  t.strictSame(first, { key_id: id, integration_id });
});

t.test('a new and a changed integration are announced to every listener', async (t) => {
  const changes = collectEvents(t, messaging, integrationChanged, ({ name }) => name === 'Announced');
  const created = await directory.createIntegration({ name: 'Announced' });
  const { id, agenda_mails: _mails, allowed_hosts: _hosts, quotas: _quotas, ...whole } = created;
  const first = { integration_id: id, ...whole };
  t.strictSame(await changes.until(1), [first]);
  await ask(updateIntegration, { id, crm: 'Follow' });
  t.strictSame(await changes.until(2), [first, { ...first, version: 2, crm: 'Follow' }]);
});

t.test('submissions sent at once are resolved, each in the scope of its caller', async (t) => {
  const [mine, theirs] = [await directory.createIntegration(), await directory.createIntegration()];
  const resolveIn = ({ id }: typeof mine, external_contact_id: string) => {
    return request(messaging, resolveSubmission, callerOf(id), submission({ external_contact_id }));
  };
  const resolved = await Promise.all(
    Array.from({ length: 40 }, (_, index) => resolveIn(index % 2 === 0 ? mine : theirs, `c-${index >> 2}`)),
  );
  t.equal(new Set(resolved.map(({ user_id }) => user_id)).size, 2);
  t.equal(new Set(resolved.map(({ contact_id }) => contact_id)).size, 20);
});

t.test('a submission without an e-mail is refused, and so is a system caller', async (t) => {
  const caller = callerOf((await directory.createIntegration()).id);
  const { user_email: _, ...incomplete } = submission();
  await t.rejects(
    request(messaging, resolveSubmission, caller, incomplete as ReturnType<typeof submission>),
    declared('VALIDATION_FAILED'),
  );
  const system = operator as unknown as IntegrationCaller;
  await t.rejects(request(messaging, resolveSubmission, system, submission()), declared('VALIDATION_FAILED'));
});

const user = { by: 'external_user_id', value: 'u-1' } as const;
const contact = { by: 'external_contact_id', value: 'c-1' } as const;
const page = { limit: 10, sort: 'asc' } as const;

t.test('contacts and users are read, listed and changed, each in the scope of the caller', async (t) => {
  const caller = callerOf((await directory.createIntegration()).id);
  const stranger = callerOf((await directory.createIntegration()).id);
  const { user_id, contact_id } = await request(messaging, resolveSubmission, caller, submission());
  t.match(await request(messaging, getContact, caller, contact), { id: contact_id });
  t.match(await request(messaging, getUser, caller, user), { id: user_id });
  const renamed = { name: 'Renamed' };
  await request(messaging, updateContact, caller, { identifier: contact, change: renamed });
  await request(messaging, updateUser, caller, { identifier: user, change: renamed });
  t.match(await request(messaging, listContacts, caller, page), {
    data: [{ id: contact_id, ...renamed }],
    next: null,
  });
  t.match(await request(messaging, listUsers, caller, page), {
    data: [{ id: user_id, ...renamed }],
    next: null,
  });
  const nobody = { data: [], next: null };
  t.strictSame(await request(messaging, listContacts, stranger, page), nobody);
  t.strictSame(await request(messaging, listUsers, stranger, page), nobody);
  const byId = { by: 'id', value: user_id } as const;
  await t.rejects(request(messaging, getUser, stranger, byId), declared('USER_NOT_FOUND'));
  await t.rejects(
    request(messaging, updateUser, stranger, { identifier: byId, change: renamed }),
    declared('USER_NOT_FOUND'),
  );
  await t.rejects(request(messaging, getContact, stranger, contact), declared('CONTACT_NOT_FOUND'));
});

t.test('a new and a changed user are each emitted at once', async (t) => {
  const integration_id = (await directory.createIntegration()).id;
  const caller = callerOf(integration_id);
  const isOwn = (payload: UserChanged) => payload.integration_id === integration_id;
  const changes = collectEvents(t, messaging, userChanged, isOwn);
  await request(messaging, resolveSubmission, caller, submission());
  await changes.until(1);
  const change = { external_user_id: 'x', name: 'Anna' };
  await request(messaging, updateUser, caller, { identifier: user, change });
  t.match(await changes.until(2), [
    { version: 1, external_user_ids: ['u-1'], name: 'Ann Agent' },
    { version: 2, external_user_ids: ['x'], external_user_id: 'x', name: 'Anna' },
  ]);
});

t.test('an update that breaks the contract is refused', async (t) => {
  const caller = callerOf((await directory.createIntegration()).id);
  for (const change of [{ name: '' }, { name: null }, { timezone: 'Nowhere' }, { external_user_id: '' }]) {
    const input = { identifier: user, change: change as { name: string } };
    await t.rejects(request(messaging, updateUser, caller, input), declared('VALIDATION_FAILED'));
  }
  for (const change of [{ name: '' }, { emails: null }, { tags: [7] }]) {
    const input = { identifier: contact, change: change as { name: string } };
    await t.rejects(request(messaging, updateContact, caller, input), declared('VALIDATION_FAILED'));
  }
});
