import { setTimeout as delay } from 'node:timers/promises';
import { userChanged } from '@debrief/contracts/events/directory';
import {
  getContact,
  getUser,
  listContacts,
  listUsers,
  resolveSubmission,
  updateContact,
  updateUser,
} from '@debrief/contracts/operations/directory-people';
import { listen } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import t from 'tap';
import { callerOf } from '../fixtures/people.ts';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';
import { submission } from '../fixtures/submission.ts';

const directory = await runningDirectory(t);
const { messaging } = directory;
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

t.test('every change of a user is told at once', async (t) => {
  const integration_id = (await directory.createIntegration()).id;
  const caller = callerOf(integration_id);
  const told: unknown[] = [];
  const listening = listen(messaging, userChanged, (payload) => {
    if (payload.integration_id === integration_id) told.push(payload);
  });
  t.teardown(() => listening.close());
  const toldTimes = async (times: number) => {
    while (told.length < times) await delay(10);
  };
  await request(messaging, resolveSubmission, caller, submission());
  await toldTimes(1);
  const change = { external_user_id: 'x', name: 'Anna' };
  await request(messaging, updateUser, caller, { identifier: user, change });
  await toldTimes(2);
  t.match(told, [
    { version: 1, external_user_ids: ['u-1'], name: 'Ann Agent' },
    { version: 2, external_user_ids: ['x'], external_user_id: 'x', name: 'Anna' },
  ]);
});

t.test('a change that the contract does not know is refused', async (t) => {
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
