import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { newInvitation } from './harness/invitations.ts';
import { serveRecordings } from './harness/recordings.ts';
import { searchFiles, searchStreams, searchTables } from './harness/search-everything.ts';
import { SERVERS_OWN } from './harness/search-run.ts';
import { nowhere, submit } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const { id: integration, api, readOnlyApi } = await debrief.createIntegration({ cadences: ['weekly'] });

const agent = { name: 'Xanthippe Ploverdale', email: 'xanthippe.p@ploverdale.example' };
const contact = {
  name: 'Ozymandias Thistlewick',
  email: 'ozy@thistlewick.example',
  phone: '+1 415 555 0193',
};
const SIGNATURE = 'sig-7f3kq9zw81';
const PLACE = 'marmalade observatory';
/** Nothing that a client sends or receives of a person, in any spelling it is stored in. */
const words = [
  ...[agent, contact].flatMap(({ name, email }) => [...name.split(' '), email]),
  ...[contact.phone, contact.phone.replaceAll(' ', ''), '4155550193', '(415) 555-0193', '555-0193'],
  ...['marmalade', SIGNATURE],
];
const wrongKey = `dbr_live_${'w'.repeat(32)}leak00`;
const keys = [api.key, readOnlyApi.key, wrongKey, api.key.slice(9)];

const people = {
  ...{ external_user_id: 'leak-agent', user_name: agent.name, user_email: agent.email },
  ...{ external_contact_id: 'leak-contact', contact_name: contact.name, contact_phone: contact.phone },
  ...{ contact_emails: [contact.email], to_number: contact.phone },
};
const call = `\
${agent.name}: Hello ${contact.name}, this is ${agent.name} from Northgate Windows, about the form you sent us.
${contact.name}: Sure. The windows in the ${PLACE} let the cold in. My number is ${contact.phone}.
${agent.name}: How long has that been going on in the ${PLACE}?
${contact.name}: Two winters now. Write to ${contact.email} if Thursday at two works.
${agent.name}: Thursday at two works. Thank you for your time, ${contact.name}, goodbye.`;

async function sendAll(t: Test): Promise<void> {
  const served = await serveRecordings(t, {
    [`/gone.mp3?token=${SIGNATURE}`]: { status: 404, body: `no such recording of ${contact.name}` },
    [`/page.mp3?token=${SIGNATURE}`]: { status: 200, type: 'text/html', body: `<h1>${contact.name}</h1>` },
  });
  const failing = await Promise.all(
    [`${served}/gone.mp3`, `${served}/page.mp3`, nowhere, 'http://recordings.invalid/a.mp3'].map((url) =>
      submit(api, { ...people, recording_url: `${url}?token=${SIGNATURE}` }),
    ),
  );
  const folder = t.testdir({});
  await writeFile(join(folder, 'call.txt'), call);
  const told = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', join(folder, 'call.txt'), '--no-wait', '--integration', integration],
    ...[
      '--agent',
      agent.name,
      '--contact',
      contact.name,
      '--agent-id',
      'leak-agent',
      '--contact-id',
      'leak-contact',
    ],
  );
  const user = (await api.get('/users?external_user_id=leak-agent')).body.data[0];
  const invited = { ...newInvitation(user.id), email: `new-${agent.email}`, name: agent.name };
  const invitations = await Promise.all(Array.from({ length: 6 }, () => api.post('/invitations', invited)));
  await api.post(`/invitations/${invitations[0]?.body.id}/resend`, {});
  await api.post('/invitations', { ...invited, external_user_id: 'another' });
  await sendInvalid(user.id);
  await api.awaitAnalysis(told.call_event_id);
  for (const { call_event_id } of failing.slice(0, 2)) await api.awaitAnalysis(call_event_id);
  await submit(api, failing[0]?.sent);
  await debrief.cli('recordings', 'list', '--integration', integration, '--status', 'FAILED');
  for (const below of ['', '/transcript', '/analysis'])
    await api.get(`/calls/call_event_id:${told.call_event_id}${below}`);
  const mails = await eventually(
    () => searchFiles(join(debrief.dataDir, 'mail'), [agent.email], new Set()),
    ({ length }) => length > 0,
  );
  t.ok(mails.length > 0, 'what is looked for is found where it belongs: in mails');
  await api.delete('/users/external_user_id:leak-agent');
  await api.delete('/contacts/external_contact_id:leak-contact');
}

/** What is refused may say as much as what is stored. */
async function sendInvalid(user: string): Promise<void> {
  const said = { name: agent.name, email: agent.email, phone: contact.phone, text: PLACE, key: api.key };
  const query = new URLSearchParams(said);
  const bodies = [JSON.stringify(said), JSON.stringify(said).slice(0, -9), JSON.stringify([said, said])];
  const headers = { 'content-type': 'application/json' };
  for (const { method, path } of api.contract.operations) {
    const place = path.replace(/\{[^}]+\}/g, encodeURIComponent(`external_recording_id:${agent.name}`));
    for (const body of method === 'POST' || method === 'PUT' ? bodies : [undefined]) {
      for (const from of [api, readOnlyApi, api.withKey(wrongKey)])
        await from.send(method, `${place}?${query}`, body === undefined ? {} : { headers, body });
    }
  }
  for (const list of ['users', 'contacts']) {
    await api.get(`/${list}?name=${encodeURIComponent(agent.name)}`);
    await api.get(
      `/${list}?email=${encodeURIComponent(agent.email)}&cursor=${encodeURIComponent(agent.name)}`,
    );
  }
  await api.put(`/users/${user}`, { ...said, picture: `${PLACE}, no URL` });
  await api.put('/contacts/external_contact_id:leak-contact', {
    name: contact.name,
    phone: contact.phone,
    emails: [agent.email],
  });
  // Fetch sends no such paths and headers by itself.
  await fetch(`${api.baseUrl}/nothing/${encodeURIComponent(contact.email)}`, {
    headers: { 'x-api-key': api.key },
  });
  await fetch(`${api.baseUrl}/users?${query}`, {
    headers: { authorization: `Bearer ${wrongKey}`, 'x-api-key': api.key },
  });
}

t.test('all that a client may send of people is sent', sendAll);

t.test('no stream keeps them once all have read', async (t) => {
  const found = await eventually(
    () => searchStreams(debrief, [...words, ...keys]),
    ({ length }) => length === 0,
  );
  t.strictSame(found, []);
});

// After the streams: a message that waits for its reader is in a file of NATS.
t.test('no log and no file has a key, a name, a number, an e-mail or what was said', async (t) => {
  // Mails are for these people.
  const found = await searchFiles(debrief.dataDir, [...words, ...keys], new Set(['mail', ...SERVERS_OWN]));
  t.strictSame(found, []);
});

t.test('no key is in any table or mail', async (t) => {
  t.strictSame(await searchTables(debrief, keys), []);
  t.strictSame(await searchFiles(join(debrief.dataDir, 'mail'), keys, new Set()), []);
});
