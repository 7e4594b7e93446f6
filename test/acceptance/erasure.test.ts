import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { awaitErasure } from './harness/await-erasure.ts';
import { startDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { newInvitation } from './harness/invitations.ts';
import { serveEndlessly } from './harness/recordings.ts';
import { searchEverything } from './harness/search-everything.ts';
import { type Agent, agents, type Contact, contacts, lastWeek, spoken } from './harness/spoken-calls.ts';
import { submit } from './harness/submissions.ts';

/** A Debrief of its own: all that it holds is searched. */
const debrief = await startDebrief(t);

const { days, end } = lastWeek();
const { id: integration, api } = await debrief.createIntegration({ cadences: ['weekly'] });
const [zeb, ott] = agents;
const [phil, bart] = contacts;
const folder = t.testdir({});
const ofIntegration = ['--integration', integration];

/** People are known with their numbers and e-mails, by a recording whose download never ends. */
const recording_url = await serveEndlessly(t);
for (const [agent, contact] of [
  [zeb, phil],
  [ott, bart],
] as const) {
  await submit(api, {
    recording_url,
    ...{ external_user_id: agent.id, user_name: agent.name, user_email: agent.email },
    ...{ external_contact_id: contact.id, contact_name: contact.name },
    ...{ contact_phone: contact.phone, contact_emails: [contact.email], to_number: contact.phone },
  });
}

interface Told {
  agent: Agent;
  contact: Contact;
  thing: string;
}

async function tell({ agent, contact, thing }: Told, day: string): Promise<string> {
  const file = join(folder, `${thing}.txt`);
  await writeFile(file, spoken(agent, contact, thing));
  const names = [
    '--agent',
    agent.name,
    '--contact',
    contact.name,
    '--agent-id',
    agent.id,
    '--contact-id',
    contact.id,
  ];
  const { call_event_id } = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', file, '--no-wait', '--occurred-at', day, ...names, ...ofIntegration],
  );
  await api.awaitAnalysis(call_event_id);
  return call_event_id;
}

const told: Told[] = [
  ...['pantry', 'cellar', 'veranda'].map((thing) => ({ agent: zeb, contact: phil, thing })),
  ...['attic', 'conservatory'].map((thing) => ({ agent: zeb, contact: bart, thing })),
  { agent: ott, contact: bart, thing: 'greenhouse' },
];
const events = await Promise.all(told.map((one, index) => tell(one, days[index] as string)));
const eventOf = (thing: string) =>
  `/calls/call_event_id:${events[told.findIndex((one) => one.thing === thing)]}`;
const user = async ({ id }: Agent) => (await api.get(`/users?external_user_id=${id}`)).body.data[0];

const inviters = { zeb: await user(zeb), ott: await user(ott) };
await api.post('/invitations', { ...newInvitation(inviters.zeb.id), name: 'Guest' });
await api.post('/invitations', {
  ...newInvitation(inviters.ott.id),
  email: zeb.email,
  external_user_id: zeb.id,
  name: zeb.name,
});

const period = await debrief.cli<{ id: string }>(
  'periods',
  'close',
  '--cadence',
  'weekly',
  '--end',
  end,
  ...ofIntegration,
);
const detail = async () => (await api.get(`/coaching/periods/${period.id}`)).body;
await eventually(detail, ({ digest }) => digest !== null);
const agendas = async () => (await api.get(`/coaching/periods/${period.id}/agendas`)).body.data;
const agendaOf =
  ({ id }: Agent) =>
  async () =>
    (await agendas()).find((one: { external_user_id: string }) => one.external_user_id === id);
const { id: agendaId } = await eventually(agendaOf(zeb), (agenda) => agenda?.generation_status === 'ready');
interface Shown {
  content: { questions: { id: string; text: string }[] } | null;
  answers: object | null;
  summary: string | null;
}
const showAgenda = () => debrief.cli<Shown>('agendas', 'show', agendaId);
const { content } = await showAgenda();
const answers = Object.fromEntries(
  (content?.questions ?? []).map(({ id }) => [id, `I will call ${phil.name} back about it this week.`]),
);
await writeFile(join(folder, 'answers.json'), JSON.stringify({ answers, commitment: `Ring ${phil.name}.` }));
await debrief.cli('agendas', 'submit', agendaId, '--answers', join(folder, 'answers.json'));
await eventually(agendaOf(zeb), ({ analysis_ready }) => analysis_ready);

const analyzed = async () => (await api.get(`/metrics?date_gte=${days[0]}`)).body.calls.analyzed as number;
await eventually(analyzed, (count) => count === told.length);

async function erases(t: Test, path: string): Promise<string> {
  const reply = await api.delete(path);
  t.equal(reply.status, 204, path);
  t.equal(reply.body, null);
  const again = await api.delete(path);
  t.equal(again.status, 404, 'again');
  return reply.headers.get('x-erasure-id') ?? '';
}

async function ends(t: Test, receipt: string): Promise<void> {
  const erasure = await awaitErasure(debrief, receipt);
  t.strictSame(erasure?.done, ['analytics', 'coaching', 'directory', 'ingest'], 'every service is done');
  t.strictSame(await debrief.cli('erase', 'status', receipt), [erasure]);
}

/** Ids and words of what was erased so far. */
const gone: string[] = [];

async function isGone(t: Test, words: readonly string[]): Promise<void> {
  gone.push(...words);
  t.strictSame(await searchEverything(debrief, gone), [], 'nothing of it is left anywhere');
}

const workFolders = () => readdir(join(debrief.dataDir, 'work'));

t.test('what will be erased is found before', async (t) => {
  t.equal((await eventually(workFolders, (folders) => folders.length === 2)).length, 2, 'two are downloaded');
  const words = [zeb, phil].flatMap(({ name, email }) => [name, email]);
  const found = await searchEverything(debrief, [...words, 'pantry', 'greenhouse', phil.phone]);
  for (const place of [
    'transcripts',
    'analyses',
    'periods',
    'agendas',
    'contacts',
    'users',
    'invitations',
    '.eml',
  ])
    t.ok(
      found.some((one) => one.includes(place)),
      place,
    );
});

t.test('a call and a contact are gone at once, and everywhere soon', async (t) => {
  const call = eventOf('greenhouse');
  const { id } = (await api.get(call)).body;
  const contact = `/contacts/external_contact_id:${phil.id}`;
  const receipts = [await erases(t, call), await erases(t, contact)];
  for (const path of [`/calls/${id}`, ...['greenhouse', 'pantry', 'cellar', 'veranda'].map(eventOf)]) {
    for (const below of ['', '/analysis', '/transcript'])
      t.equal((await api.get(path + below)).status, 404, path + below);
  }
  t.equal((await api.get(`${contact}/metrics`)).status, 404);
  t.strictSame((await api.get(`/contacts?email=${phil.email}`)).body.data, []);
  t.strictSame((await api.get(`/calls?contact_id=external_contact_id:${phil.id}`)).body.data, []);
  t.notOk((await api.get('/calls?limit=100')).body.data.some((one: { id: string }) => one.id === id));

  // In the middle of it.
  for (const name of ['ingest', 'coaching', 'directory', 'analytics']) await debrief.kill(name);
  await eventually(workFolders, (folders) => folders.length === 1);
  t.equal((await workFolders()).length, 1, 'the download of a call with the contact has stopped');
  for (const receipt of receipts) await ends(t, receipt);
  await isGone(t, ['greenhouse', 'pantry', 'cellar', 'veranda']);
  await isGone(t, [phil.name, ...phil.name.split(' '), phil.phone, phil.email]);
  t.equal(await analyzed(), told.length, 'counts stay');
  const { digest } = await detail();
  t.equal(digest.stats.calls.value, told.length, 'also those of a digest');
  const agenda = await showAgenda();
  t.ok(agenda.content !== null && agenda.answers !== null && agenda.summary !== null, 'the rest can be read');
});

t.test('users are gone; recordings stay without name and e-mail, unless they go as well', async (t) => {
  const path = `/users/external_user_id:${zeb.id}`;
  const { id } = inviters.zeb;
  const receipts = [
    await erases(t, path),
    await erases(t, `/users/external_user_id:${ott.id}?with_recordings=true`),
  ];
  for (const below of ['/metrics', '/signal']) t.equal((await api.get(path + below)).status, 404, below);
  t.strictSame((await api.get(`/users?email=${zeb.email}`)).body.data, []);
  t.strictSame((await api.get(`/calls?user_id=${inviters.ott.id}`)).body.data, []);
  const invited = (await api.get('/invitations')).body.data.map(({ email }: { email: string }) => email);
  t.notOk(invited.includes(zeb.email), 'nobody accepts an invitation for them');
  for (const receipt of receipts) await ends(t, receipt);
  for (const { name, email } of [zeb, ott]) await isGone(t, [name, ...name.split(' '), email]);
  t.strictSame(await workFolders(), [], 'nothing is downloaded for a user who is gone');

  const call = (await api.get(eventOf('attic'))).body;
  t.match(call, { user_id: id, external_user_id: id }, 'an id that names nobody is left');
  const transcript = (await api.get(`${eventOf('attic')}/transcript`)).body;
  t.equal(transcript.speakers.agent, 'Agent');
  t.match(transcript.segments[0], { speaker: 'Agent', text: /this is \[erased\] from Northgate Windows/ });
  const analysis = (await api.get(`${eventOf('attic')}/analysis`)).body;
  t.equal(analysis.speakers.user_name, 'Agent');
  const isVerbatim = ({ quote, segment_index }: { quote: string; segment_index: number }) =>
    transcript.segments[segment_index].text.includes(quote);
  t.ok(analysis.evidence.length > 0 && analysis.evidence.every(isVerbatim), 'claims rest on verbatim words');
  t.match(await agendaOf(zeb)(), {
    ...{ user_id: null, external_user_id: zeb.id, generation_status: 'ready', is_completed: true },
    ...{ analysis_ready: false, agenda_url: null },
  });
  t.match(await showAgenda(), { content: null, answers: null, summary: null });
  t.equal(await analyzed(), told.length, 'counts stay');
});

t.test('the list outside of the database has ids alone, of everything that was erased', async (t) => {
  const lines = (await readFile(join(debrief.dataDir, 'erased.jsonl'), 'utf8')).trim().split('\n');
  const kinds = lines.map((line) => JSON.parse(line).kind);
  t.strictSame(kinds, ['recording', 'contact', 'user', 'user']);
});
