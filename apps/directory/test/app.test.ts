import { setTimeout as delay } from 'node:timers/promises';
import type { IntegrationCaller } from '@debrief/contracts/caller';
import { integrationChanged, keyRevoked } from '@debrief/contracts/events/directory';
import { revokeKey, updateIntegration } from '@debrief/contracts/operations/directory-access';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { listen } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import t from 'tap';
import { lockWaits } from './fixtures/lock-waits.ts';
import { declared, operator, runningDirectory } from './fixtures/running-directory.ts';
import { submission } from './fixtures/submission.ts';

const directory = await runningDirectory(t);
const { ask, db, messaging, proxy } = directory;

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

t.test('it is ready when Postgres and NATS answer', async (t) => {
  const { checks } = directory.service;
  t.strictSame(Object.keys(checks), ['postgres', 'nats']);
  for (const check of Object.values(checks)) await t.resolves(check());
});

t.test('a revoked key is told to every listener at once, each time it is revoked', async (t) => {
  const { id, integration_id } = await directory.createKey();
  const told: unknown[] = [];
  const listening = listen(messaging, keyRevoked, (payload) => told.push(payload));
  t.teardown(() => listening.close());
  await ask(revokeKey, { id });
  await until(() => told.length === 1);
  await ask(revokeKey, { id });
  await until(() => told.length === 2);
  const revocation = { key_id: id, integration_id };
  t.strictSame(told, [revocation, revocation]);
});

t.test('a key that is revoked while NATS is out of reach is told as soon as it is back', async (t) => {
  const { id, integration_id } = await directory.createKey();
  const told: unknown[] = [];
  const listening = listen(messaging, keyRevoked, (payload) => told.push(payload));
  t.teardown(() => listening.close());
  // A lock holds the revocation up until the way is cut.
  const locked = await db.startTransaction().execute();
  await locked.selectFrom('api_keys').select('id').where('id', '=', id).forUpdate().execute();
  const asked = t.rejects(request(messaging, revokeKey, operator, { id }, { timeoutMs: 500 }));
  await lockWaits(db, 1);
  proxy.cut();
  await locked.commit().execute();
  await asked;
  await until(async () => {
    const key = await db.selectFrom('api_keys').select('revoked_at').where('id', '=', id).executeTakeFirst();
    return key?.revoked_at !== null;
  });
  t.strictSame(told, []);
  await proxy.restore();
  await until(() => told.length > 0);
  t.strictSame(told[0], { key_id: id, integration_id });
});

t.test('a changed integration is told to every listener', async (t) => {
  const { id, organization_id } = await directory.createIntegration();
  const told: unknown[] = [];
  const listening = listen(messaging, integrationChanged, (payload) => told.push(payload));
  t.teardown(() => listening.close());
  await ask(updateIntegration, { id, crm: 'Follow' });
  await until(() => told.length === 1);
  t.strictSame(told, [{ integration_id: id, organization_id }]);
});

t.test('submissions asked for at once are resolved, each in the scope of its own caller', async (t) => {
  const [mine, theirs] = [await directory.createIntegration(), await directory.createIntegration()];
  const resolveIn = ({ id, organization_id }: typeof mine, external_contact_id: string) => {
    const caller: IntegrationCaller = {
      access: 'read-write',
      organization_id,
      integration_id: id,
      request_id: 'test',
    };
    return request(messaging, resolveSubmission, caller, submission({ external_contact_id }));
  };
  const resolved = await Promise.all(
    Array.from({ length: 40 }, (_, index) => resolveIn(index % 2 === 0 ? mine : theirs, `c-${index >> 2}`)),
  );
  t.equal(new Set(resolved.map(({ user_id }) => user_id)).size, 2);
  t.equal(new Set(resolved.map(({ contact_id }) => contact_id)).size, 20);
});

t.test('a submission without its people is refused, as is one without the scope of a key', async (t) => {
  const { id, organization_id } = await directory.createIntegration();
  const caller = { access: 'read-write' as const, organization_id, integration_id: id, request_id: 'test' };
  const { user_email: _, ...incomplete } = submission();
  await t.rejects(
    request(messaging, resolveSubmission, caller, incomplete as ReturnType<typeof submission>),
    declared('VALIDATION_FAILED'),
  );
  const system = { access: 'system', request_id: 'test' } as unknown as IntegrationCaller;
  await t.rejects(request(messaging, resolveSubmission, system, submission()), declared('VALIDATION_FAILED'));
});
