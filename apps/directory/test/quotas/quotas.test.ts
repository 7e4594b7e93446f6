import { hashApiKey } from '@debrief/contracts/api-key';
import {
  listKeys,
  revokeKey,
  updateIntegration,
  verifyKey,
} from '@debrief/contracts/operations/directory-access';
import { createInvitation, resendInvitation } from '@debrief/contracts/operations/directory-invitations';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { defaultQuotas } from '@debrief/contracts/resources/quotas';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { callerOf } from '../fixtures/answers.ts';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';
import { submission } from '../fixtures/submission.ts';

const directory = await runningDirectory(t);
const { ask, db, messaging } = directory;

function invite(integrationId: string, email: string) {
  const invited = { email, external_user_id: email, invited_by_email: 'ann@example.com' };
  return request(messaging, createInvitation, callerOf(integrationId), invited);
}

async function failures(promises: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(promises);
  return settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
}

t.test('quotas and allowed hosts are set one by one, and reach the gateway with each key', async (t) => {
  const created = await directory.createIntegration({ quotas: { keys: 5 } });
  t.strictSame(created.quotas, { ...defaultQuotas, keys: 5 });
  t.strictSame(created.allowed_hosts, []);
  const { key } = await directory.createKey({ integration_id: created.id });
  const profile = async () => (await ask(verifyKey, { sha256: hashApiKey(key) }))?.integration;
  t.strictSame(await profile(), { crm: null, categories: null });
  const updated = await ask(updateIntegration, {
    id: created.id,
    quotas: { submissions_per_day: 100 },
    allowed_hosts: ['store.internal:9000'],
  });
  t.strictSame(updated.quotas, { ...created.quotas, submissions_per_day: 100 });
  t.strictSame(await profile(), {
    crm: null,
    categories: null,
    allowed_hosts: ['store.internal:9000'],
    quotas: { submissions_per_minute: null, submissions_per_day: 100, audio_hours_per_day: null },
  });
  const off = await ask(updateIntegration, {
    id: created.id,
    quotas: { submissions_per_day: null },
    allowed_hosts: [],
  });
  t.strictSame(off.quotas, created.quotas);
  t.strictSame(await profile(), { crm: null, categories: null });
  await t.rejects(
    ask(updateIntegration, { id: created.id, allowed_hosts: ['http://store/'] }),
    declared('VALIDATION_FAILED'),
  );
});

t.test('keys above the quota are refused, however many are asked for at once', async (t) => {
  const { id } = await directory.createIntegration({ quotas: { keys: 3 } });
  const make = () => directory.createKey({ integration_id: id });
  const refused = await failures(Array.from({ length: 10 }, make));
  t.strictSame(refused, Array(7).fill('QUOTA_EXCEEDED'));
  const { data } = await ask(listKeys, { integration_id: id });
  t.equal(data.length, 3);
  await ask(revokeKey, { id: data[0]?.id ?? '' });
  await make();
  await t.rejects(make(), declared('QUOTA_EXCEEDED', { quota: 'keys', most: 3, retry_after_seconds: null }));
});

t.test('e-mails above the quota of a day are refused, and nothing of them is stored', async (t) => {
  const { id } = await directory.createIntegration({ quotas: { emails_per_day: 4 } });
  await request(messaging, resolveSubmission, callerOf(id), submission());
  const emails = Array.from({ length: 9 }, (_, index) => `agent-${index}@example.com`);
  t.strictSame(await failures(emails.map((email) => invite(id, email))), Array(5).fill('QUOTA_EXCEEDED'));
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('integration_id', '=', id)
    .execute();
  t.equal(rows.length, 4);
  const [first] = rows;
  const again = await invite(id, first?.email ?? '');
  t.notOk(again.created, 'a pending invitation is answered, because it sends no e-mail');
  const resend = () => request(messaging, resendInvitation, callerOf(id), { id: first?.id ?? '' });
  await t.rejects(resend(), declared('QUOTA_EXCEEDED'));
  await sql`update mail_use set day = day - interval '1 day' where integration_id = ${id}`.execute(db);
  await resend();
  t.strictSame(await failures([invite(id, 'next@example.com')]), [], 'the next day counts anew');
  const other = await directory.createIntegration({ quotas: { emails_per_day: 0 } });
  await request(messaging, resolveSubmission, callerOf(other.id), submission());
  t.strictSame(await failures([invite(other.id, 'zoe@example.com')]), ['QUOTA_EXCEEDED']);
});
