import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import {
  awaitLaterMails,
  expireInvitation,
  invitationFields,
  newInvitation,
  unfolded,
} from './harness/invitations.ts';
import { listRules } from './harness/list-rules.ts';
import { namedFields, newId, repeat, submitAndRead } from './harness/submissions.ts';
import { unknownId, uuid } from './harness/uuid.ts';

const debrief = await sharedDebrief(t);
const [integration, crowded, empty] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration(),
  debrief.createIntegration(),
]);
const { api, readOnlyApi } = integration;
const inviter = (await submitAndRead(api)).user;

const invitation = (change: Record<string, unknown> = {}) => newInvitation(inviter.id, change);

function invite(change: Record<string, unknown> = {}) {
  return api.post('/invitations', invitation(change));
}

/** The invitation of an e-mail as the list has it. */
async function listed(email: string) {
  const { body } = await api.get('/invitations?limit=100&sort=desc');
  return body.data.find((item: { email: string }) => item.email === email);
}

/** Mails to an e-mail that were written to the data folder. */
async function written(email: string): Promise<string[]> {
  const folder = join(debrief.dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map(unfolded).filter((text) => text.includes(email));
}

t.test('the fields of an Invitation', async (t) => {
  const before = Date.now();
  const body = invitation({ name: 'Zoë O’Neill', first_name: 'Zoë', role: 'ADMIN' });
  const full = (await api.post('/invitations', body)).body;
  const bare = (await invite()).body;
  const rows: [field: string, sentence: string, value: unknown, withoutOne?: unknown][] = [
    ['email', 'is the recipient', body.email],
    ['external_user_id', "is the client's id of the invited user", body.external_user_id],
    ['name', 'is the name, null when none was given', 'Zoë O’Neill', null],
    ['first_name', 'is the first name, null when none was given', 'Zoë', null],
    ['role', 'is ADMIN or MEMBER, MEMBER when none was given', 'ADMIN', 'MEMBER'],
    ['status', 'is PENDING right after creation', 'PENDING', 'PENDING'],
    ['invited_by_user_id', 'is the UUID of the inviter', inviter.id, inviter.id],
  ];
  for (const [field, sentence, value, ...withoutOne] of rows) {
    t.test(`Invitation.${field} ${sentence}`, async (t) => {
      t.equal(full[field], value);
      if (withoutOne.length > 0) t.equal(bare[field], withoutOne[0]);
    });
  }
  t.test('Invitation.id is a UUID', async (t) => {
    t.match(full.id, uuid);
  });
  t.test('Invitation.created_date is an ISO-8601 instant, when it was created', async (t) => {
    t.equal(new Date(full.created_date).toISOString(), full.created_date);
    t.ok(Math.abs(Date.parse(full.created_date) - before) < 60_000);
  });
  t.test('Invitation.expires_date is 14 days later', async (t) => {
    t.equal(Date.parse(full.expires_date) - Date.parse(full.created_date), 14 * 86_400_000);
  });
  t.test('Invitation.invitation_link is a URL of its own', async (t) => {
    t.match(new URL(full.invitation_link).protocol, /^https?:$/);
    t.not(full.invitation_link, bare.invitation_link);
    t.notOk(full.invitation_link.includes(api.key));
  });
  t.test('an Invitation has these eleven fields', async (t) => {
    const dates = ['created_date', 'expires_date', 'invitation_link'];
    t.strictSame(Object.keys(full).sort(), ['id', ...dates, ...rows.map(([field]) => field)].sort());
    t.equal(Object.keys(full).length, 11);
  });
  t.test('the list has id, email, status and created_date alone, and writes pending', async (t) => {
    const { id, email, created_date } = full;
    t.strictSame(await listed(email), { id, email, status: 'pending', created_date });
  });
});

for (const { name, keeping, refused, isRequired } of invitationFields) {
  t.test(`${name} is ${isRequired ? 'required' : 'optional, and null is as good as absent'}`, async (t) => {
    const without = await invite({ [name]: undefined });
    t.equal(without.status, isRequired ? 400 : 201);
    if (isRequired) t.strictSame(namedFields(without.body.message), [name]);
    else t.equal((await invite({ [name]: null })).status, 201);
  });

  t.test(`${name} of a wrong type or value is 400 and named`, async (t) => {
    for (const value of refused) {
      const reply = await invite({ [name]: value });
      t.equal(reply.status, 400, JSON.stringify(value).slice(0, 60));
      t.strictSame([...new Set(namedFields(reply.body.message))], [name], JSON.stringify(value).slice(0, 60));
    }
    for (const value of keeping) t.equal((await invite({ [name]: value })).status, 201, String(value));
  });
}

t.test('invited_by_user_id names the inviter', async (t) => {
  t.equal(
    (await invite({ invited_by_user_id: inviter.id.toUpperCase() })).body.invited_by_user_id,
    inviter.id,
  );
});

t.test('invited_by_email names the inviter, case aside', async (t) => {
  const by = { invited_by_user_id: undefined, invited_by_email: inviter.email.toUpperCase() };
  const { status, body } = await invite(by);
  t.equal(status, 201);
  t.equal(body.invited_by_user_id, inviter.id);
});

t.test('both inviters, or none, are 400', async (t) => {
  const none = { invited_by_user_id: undefined };
  const nulls = { invited_by_user_id: null, invited_by_email: null };
  for (const change of [{ invited_by_email: inviter.email }, none, nulls]) {
    const { status, body } = await invite(change);
    t.equal(status, 400);
    t.match(String(body.message), /invited_by_user_id.*invited_by_email/);
  }
});

t.test('an unknown or malformed inviter is 400 and named', async (t) => {
  for (const [name, values] of [
    ['invited_by_user_id', [unknownId, 'nobody', 1]],
    ['invited_by_email', ['nobody@acme.example', 'nobody', 1]],
  ] as const) {
    for (const value of values) {
      const { status, body } = await invite({ invited_by_user_id: undefined, [name]: value });
      t.equal(status, 400, String(value));
      t.match(String(body.message), name);
    }
  }
});

t.test('201: a new invitation, and one e-mail that holds its link', async (t) => {
  const { status, body } = await invite();
  t.equal(status, 201);
  const texts = await eventually(
    () => written(body.email),
    ({ length }) => length > 0,
  );
  t.equal(texts.length, 1);
  t.ok(texts[0]?.includes(body.invitation_link));
});

t.test('200: the pending invitation of the e-mail, whatever its case, and no new e-mail', async (t) => {
  const body = invitation();
  const first = await api.post('/invitations', body);
  await eventually(
    () => written(body.email),
    ({ length }) => length === 1,
  );
  for (const email of [body.email, body.email.toUpperCase()]) {
    const again = await api.post('/invitations', { ...body, email, name: 'Other', role: 'ADMIN' });
    t.equal(again.status, 200);
    t.strictSame(again.body, first.body);
  }
  await awaitLaterMails(api, inviter.id, written);
  t.equal((await written(body.email)).length, 1);
});

t.test('400: every violation is listed at once, and nothing is stored', async (t) => {
  const { status, body } = await api.post('/invitations', { email: 'nobody', role: 'OWNER' });
  t.equal(status, 400);
  const named = namedFields(body.message);
  for (const name of ['email', 'external_user_id', 'role']) t.ok(named.includes(name), name);
  t.equal(await listed('nobody'), undefined);
});

t.test('403: a read-only key invites nobody', async (t) => {
  const body = invitation();
  const reply = await readOnlyApi.post('/invitations', body);
  t.equal(reply.status, 403);
  t.match(reply.body, { statusCode: 403, error: 'forbidden', message: String });
  t.equal(await listed(body.email), undefined);
  t.equal((await readOnlyApi.get('/invitations')).status, 200, 'but lists');
});

t.test('409: a pending invitation of the e-mail with another external_user_id', async (t) => {
  const body = invitation();
  await api.post('/invitations', body);
  const email = body.email.toUpperCase();
  const reply = await api.post('/invitations', { ...body, email, external_user_id: newId('other') });
  t.equal(reply.status, 409);
  t.match(reply.body, { statusCode: 409, message: String });
});

t.test('401: a missing or an invalid key', async (t) => {
  for (const key of ['', 'nonsense']) {
    t.equal((await api.withKey(key).post('/invitations', invitation())).status, 401);
  }
});

t.test('twenty at once make one invitation and one e-mail', async (t) => {
  const body = invitation();
  const replies = await Promise.all(Array.from({ length: 20 }, () => api.post('/invitations', body)));
  const statuses = replies.map(({ status }) => status).sort();
  t.strictSame(statuses, [...Array.from({ length: 19 }, () => 200), 201]);
  t.equal(new Set(replies.map((reply) => reply.body.id)).size, 1);
  await awaitLaterMails(api, inviter.id, written);
  t.equal((await written(body.email)).length, 1);
});

const endings: [what: string, end: (id: string) => Promise<unknown>][] = [
  ['expired', (id) => expireInvitation(debrief, id)],
  ['revoked', (id) => debrief.cli('invitations', 'revoke', id, '--integration', integration.id)],
];
for (const [what, end] of endings) {
  t.test(
    `an ${what} invitation is not listed, and a new one may be made, under another id too`,
    async (t) => {
      const body = invitation();
      const first = (await api.post('/invitations', body)).body;
      await end(first.id);
      t.equal(await listed(body.email), undefined);
      const second = await api.post('/invitations', { ...body, external_user_id: newId('other') });
      t.equal(second.status, 201);
      t.not(second.body.id, first.id);
      t.not(second.body.invitation_link, first.invitation_link);
      t.equal((await listed(body.email)).id, second.body.id);
    },
  );
}

t.test('the pagination rules hold for GET /invitations', async (t) => {
  const { user } = await submitAndRead(crowded.api);
  const add = async (): Promise<string> => {
    const reply = await crowded.api.post('/invitations', newInvitation(user.id));
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return reply.body.id;
  };
  await repeat(103, add);
  listRules(t, { path: '/invitations', defaultSort: 'asc', api: crowded.api, emptyApi: empty.api, add });
});
