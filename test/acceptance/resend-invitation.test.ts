import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { expireInvitation, newInvitation, unfolded } from './harness/invitations.ts';
import { submitAndRead } from './harness/submissions.ts';
import { unknownId } from './harness/uuid.ts';

const debrief = await sharedDebrief(t);
const [integration, other] = await Promise.all([debrief.createIntegration(), debrief.createIntegration()]);
const { api, readOnlyApi } = integration;
const inviter = (await submitAndRead(api)).user;

async function invited() {
  return (await api.post('/invitations', newInvitation(inviter.id))).body;
}

function resend(id: string, by = api) {
  return by.send('POST', `/invitations/${id}/resend`, {});
}

/** Mails to an e-mail that were written to the data folder. */
async function written(email: string): Promise<string[]> {
  const folder = join(debrief.dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map(unfolded).filter((text) => text.includes(email));
}

t.test('200: the Invitation with a new expiry and the same link, and another e-mail', async (t) => {
  const invitation = await invited();
  const mailed = (count: number) =>
    eventually(
      () => written(invitation.email),
      ({ length }) => length === count,
    );
  await mailed(1);
  const { status, body } = await resend(invitation.id);
  t.equal(status, 200);
  t.ok(body.expires_date > invitation.expires_date, 'it expires later');
  t.strictSame({ ...body, expires_date: null }, { ...invitation, expires_date: null });
  const texts = await mailed(2);
  t.equal(texts.length, 2);
  for (const text of texts) t.ok(text.includes(invitation.invitation_link));
});

t.test('200: the id in capitals too, and with an empty JSON body', async (t) => {
  const { id } = await invited();
  t.equal((await resend(id.toUpperCase())).status, 200);
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{}', undefined]) {
    const given = body === undefined ? { headers } : { headers, body };
    t.equal((await api.send('POST', `/invitations/${id}/resend`, given)).status, 200, String(body));
  }
});

t.test('400: a malformed id', async (t) => {
  const { id } = await invited();
  for (const wrong of ['nobody', `id:${id}`, `${id}0`, id.replaceAll('-', ''), '%00']) {
    const { status, body } = await resend(wrong);
    t.equal(status, 400, wrong);
    t.match(body, { statusCode: 400, message: String });
  }
});

t.test('401 without a valid key, 403 with a read-only one, and nothing is sent', async (t) => {
  const invitation = await invited();
  for (const key of ['', 'nonsense']) t.equal((await resend(invitation.id, api.withKey(key))).status, 401);
  const reply = await resend(invitation.id, readOnlyApi);
  t.equal(reply.status, 403);
  t.match(reply.body, { statusCode: 403, error: 'forbidden', message: String });
  const again = await api.post('/invitations', {
    ...{ email: invitation.email, external_user_id: invitation.external_user_id },
    invited_by_user_id: inviter.id,
  });
  t.equal(again.body.expires_date, invitation.expires_date);
});

t.test('404: an invitation that is not there, or is of another integration', async (t) => {
  const { id } = await invited();
  for (const reply of [await resend(unknownId), await resend(id, other.api)]) {
    t.equal(reply.status, 404);
    t.match(reply.body, { statusCode: 404, message: String });
  }
});

const endings: [status: string, end: (id: string) => Promise<unknown>][] = [
  ['EXPIRED', (id) => expireInvitation(debrief, id)],
  ['REVOKED', (id) => debrief.cli('invitations', 'revoke', id, '--integration', integration.id)],
];
for (const [status, end] of endings) {
  t.test(`409: an invitation that is ${status}`, async (t) => {
    const { id } = await invited();
    await end(id);
    const reply = await resend(id);
    t.equal(reply.status, 409);
    t.match(reply.body, { statusCode: 409, message: new RegExp(status) });
  });
}
