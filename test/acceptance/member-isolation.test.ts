import t from 'tap';
import { coachingRecords } from './harness/coaching-records.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { inhabitedIntegration } from './harness/inhabited-integration.ts';
import { connectOperator, type Member, memberOperations } from './harness/operator.ts';
import { submitAndRead } from './harness/submissions.ts';
import { unknownId } from './harness/uuid.ts';

/** Made from the contracts: an operation that the console may ask is walked, and needs a line of `walks`. */
const debrief = await sharedDebrief(t);
const operator = await connectOperator((await debrief.stack()).nats_url);
t.teardown(() => operator.close());
const mine = await inhabitedIntegration(debrief, 'mine');
const other = await debrief.createIntegration();
const [call, theirCall] = await Promise.all(
  ['call of mine', 'second call of mine'].map(
    async (id) => (await mine.api.get(`/calls/external_recording_id:${encodeURIComponent(id)}`)).body,
  ),
);
const [period = ''] = mine.identifiers['coaching/periods'] ?? [];
const [, callEvent = ''] = /:(.+)/.exec(mine.identifiers.calls?.[1] ?? '') ?? [];
const [agenda = ''] = mine.identifiers['coaching/agendas'] ?? [];
const records = await coachingRecords(debrief);
await records.insertAnalysis(mine.id, call);
await records.close();
const key = await debrief.operate('createKey', {
  integration_id: mine.id,
  name: 'mine',
  access: 'read-only',
});
const team = await debrief.operate('createTeam', { integration_id: mine.id, name: 'mine' });
// By the link they show that the e-mail is theirs.
await visitConsole(debrief, 'member', mine, 'riser@acme.example');
const riser = (await debrief.operate('listMembers', { integration_id: mine.id })).data.find(
  ({ account }) => account.email === 'riser@acme.example',
);
const { member: leaver } = await debrief.operate('addMember', {
  ...{ email: 'leaver@acme.example', name: 'Lee', role: 'member', integration_id: mine.id },
});
const [invitation = ''] = mine.identifiers.invitations ?? [];
const nobody = { kind: 'contact', with_recordings: true, words: [] };
await submitAndRead(mine.api, { external_contact_id: 'to be erased' });
await submitAndRead(mine.api, {
  external_user_id: 'user to be erased',
  recording_id: 'recording to be erased',
});
const window = { date_gte: '2000-01-01T00:00:00.000Z', date_lte: '2100-01-01T00:00:00.000Z' };
const filters = { source: [], stage: [], team: [], type: 'all' };
const page = { limit: 50, sort: 'asc' };

interface Walk {
  /** Reaches what is the first agent's, or what is everybody's in the integration. */
  input: unknown;
  /** What an answer shows that holds it. */
  shows: RegExp;
  /** Afterwards it is no longer as it was. */
  changes?: true;
  /** What is answered to whoever comes second, where only one can do it. */
  later?: RegExp;
}

const walks: Record<string, Walk> = {
  'ingest.calls.get-overview': { input: { by: 'id', value: call.id }, shows: /call of mine/ },
  'ingest.calls.list-overviews': { input: { ...page, user_id: call.user_id }, shows: /"call of mine"/ },
  'ingest.transcripts.get': {
    input: { kind: 'call', by: 'id', value: call.id },
    shows: /TRANSCRIPT_NOT_READY/,
  },
  'ingest.transcripts.get-corrections': { input: { recording_id: call.id }, shows: /"revision":\s*0/ },
  'ingest.transcripts.correct': {
    ...{ input: { recording_id: call.id, revision: 0, change: { kind: 'swap' } } },
    shows: /TRANSCRIPT_NOT_READY/,
  },
  // One that is there stays as it is.
  'ingest.recordings.submit': {
    input: {
      ...{ recording_id: 'call of mine', recording_url: 'upload:00000000-0000-7000-8000-000000000000' },
      ...{ duration_seconds: 60, ai_category: 'sales', kind: 'call', rubric: null },
      ...{ external_user_id: 'user of mine', user_name: 'Maria', user_id: unknownId },
      ...{ external_contact_id: 'contact of mine', contact_name: 'John', contact_id: unknownId },
      ...{ stage: null, stage_id: null, source: 'API', source_id: 'api' },
    },
    shows: new RegExp(callEvent),
  },
  'directory.submissions.resolve': {
    input: {
      ...{ external_user_id: 'user of mine', user_name: 'Maria', user_email: 'agent@mine.example' },
      ...{ external_contact_id: 'contact of mine', contact_name: 'John' },
    },
    shows: new RegExp(call.user_id),
  },
  'ingest.audio.get': { input: { kind: 'call', by: 'id', value: call.id }, shows: /AUDIO_NOT_FOUND/ },
  // Of a call that has not failed.
  'ingest.calls.retry': { input: { by: 'id', value: call.id }, shows: /"is_retried":\s*false/ },
  'coaching.analyses.get': { input: { recording_id: call.id }, shows: /a summary of mine/ },
  'coaching.analyses.get-overview': { input: { recording_id: call.id }, shows: /"rating":\s*4\.5/ },
  'coaching.periods.list': { input: page, shows: new RegExp(period) },
  'coaching.periods.get': { input: { id: period }, shows: new RegExp(period) },
  'coaching.agendas.get': { input: { id: agenda }, shows: new RegExp(agenda) },
  'coaching.agendas.list': { input: page, shows: new RegExp(agenda) },
  'coaching.agendas.show': { input: { id: agenda }, shows: new RegExp(agenda) },
  'coaching.signals.get': { input: { user_id: call.user_id }, shows: /aboutMe/ },
  'analytics.metrics.get': {
    input: { of: 'user', id: call.user_id, ...window, ...filters },
    shows: /"total":[1-9]/,
  },
  'analytics.counted-calls.list': {
    input: { ...page, of: 'user', id: call.user_id, ...window, ...filters },
    shows: new RegExp(call.id),
  },
  'directory.own-teams.list': { input: {}, shows: new RegExp(team.id) },
  'directory.own-teams.create': { input: { name: 'new' }, shows: /"name":"new"/ },
  'directory.own-teams.change': {
    input: { team_id: team.id, user_id: call.user_id, is_in: true },
    shows: new RegExp(team.id),
  },
  'directory.own-members.make-owner': { input: { id: riser?.id }, shows: /riser@acme/ },
  'directory.own-members.list': { input: {}, shows: /leaver@acme/ },
  'directory.own-members.remove': {
    input: { id: leaver.id },
    ...{ shows: /leaver@acme/, later: /MEMBER_NOT_FOUND/, changes: true },
  },
  'directory.invitations.list': { input: page, shows: new RegExp(invitation) },
  'directory.invitations.resend': { input: { id: invitation }, shows: new RegExp(invitation) },
  'directory.own-invitations.revoke': {
    ...{ input: { id: invitation }, shows: new RegExp(invitation), changes: true },
  },
  'directory.own-integration.get': { input: {}, shows: new RegExp(mine.id) },
  'directory.own-integration.set-retention': {
    ...{ input: { text_days: null, audio_days: null }, shows: new RegExp(mine.id) },
  },
  'ingest.retention.count-removals': {
    ...{ input: { text_days: 1, audio_days: 0 }, shows: /"counted_to"/ },
  },
  'directory.own-integration.set-coaching': {
    input: { cadences: ['weekly'], review_days: 7, agenda_mails: true },
    shows: new RegExp(mine.id),
  },
  'directory.own-integration.set-signals': { input: { signals: true }, shows: new RegExp(mine.id) },
  'directory.contacts.get': { input: { by: 'id', value: call.contact_id }, shows: /contact of mine/ },
  'directory.contacts.list': { input: page, shows: /contact of mine/ },
  'directory.contacts.erase': {
    input: { by: 'external_contact_id', value: 'to be erased' },
    ...{ shows: /erasure_id/, later: /CONTACT_NOT_FOUND/, changes: true },
  },
  'directory.users.erase': {
    input: { identifier: { by: 'external_user_id', value: 'user to be erased' }, with_recordings: true },
    ...{ shows: /erasure_id/, later: /USER_NOT_FOUND/, changes: true },
  },
  'ingest.recordings.erase': {
    input: { kind: 'call', by: 'external_recording_id', value: 'recording to be erased' },
    ...{ shows: /erasure_id/, later: /CALL_NOT_FOUND/, changes: true },
  },
  'directory.own-audit.list': { input: { limit: 100 }, shows: new RegExp(key.id) },
  'ingest.own-audit.list': { input: { limit: 100 }, shows: /"data":/ },
  'coaching.own-audit.list': { input: { limit: 100 }, shows: /"data":/ },
  'analytics.own-audit.list': { input: { limit: 100 }, shows: /"data":/ },
  'ingest.own-queue.get': { input: {}, shows: new RegExp(`"integration_id":\\s*"${mine.id}"`) },
  'coaching.claims.mark': {
    input: { recording_id: call.id, claim_id: 'disposition.outcomes.0', indicator: null, fault: 'not_said' },
    shows: /^\{\}$/,
  },
  'coaching.claims.list-marked': { input: { recording_id: call.id }, shows: /disposition.outcomes.0/ },
  'directory.own-integration.set-categories': {
    ...{ input: { categories: null }, shows: new RegExp(mine.id) },
  },
  'coaching.own-rubrics.list': { input: {}, shows: /general-sales/ },
  'coaching.own-rubrics.get': { input: { name: 'general-sales' }, shows: /criteria/ },
  'coaching.own-rubrics.set': {
    input: { rubrics: [{ name: 'mine', extends: 'general-sales', title: 'Mine' }] },
    shows: /"title":\s*"Mine"/,
  },
  'coaching.own-rubrics.try': { input: { rubric: { name: 'x' }, call: null }, shows: /"faults":/ },
  'directory.own-invitations.create': {
    input: { email: 'own@isolation.example', name: null, role: 'MEMBER', external_user_id: null },
    // Who asks here is no member in truth, in whose name it could invite.
    shows: /MEMBER_NOT_FOUND/,
  },
  'ingest.erasures.begin': {
    input: { ...nobody, erasure_id: unknownId, subject_id: unknownId },
    shows: /^\{\}$/,
  },
  'directory.users.get': { input: { by: 'id', value: call.user_id }, shows: /user of mine/ },
  'directory.users.list': { input: page, shows: /user of mine/ },
  'directory.own-keys.list': { input: {}, shows: new RegExp(key.id) },
  'directory.own-keys.create': { input: { name: 'new', access: 'read-only' }, shows: /dbr_live_/ },
  'directory.own-keys.revoke': { input: { id: key.id }, shows: /"revoked_at":"/, changes: true },
  // Of a review that is over, which only those learn who may see the agenda.
  'coaching.agendas.submit': { input: { id: agenda, answers: {} }, shows: /REVIEW_CLOSED/, changes: true },
  'coaching.agendas.save-draft': { input: { id: agenda, answers: {} }, shows: /REVIEW_CLOSED/ },
};
/** What everybody of the integration may see alike. */
const common = ['coaching.periods.list'];
/** What agents alone do, and nobody for them. */
const own = ['coaching.agendas.submit', 'coaching.agendas.save-draft'];
/** What whoever is elsewhere does there, and not here. */
const elsewhere = [
  ...['directory.own-keys.create', 'directory.own-teams.create', 'ingest.erasures.begin'],
  ...['directory.own-invitations.create', 'ingest.own-audit.list', 'coaching.own-audit.list'],
  ...['analytics.own-audit.list', 'coaching.own-rubrics.list', 'coaching.own-rubrics.get'],
  'ingest.retention.count-removals',
  ...['coaching.own-rubrics.set', 'coaching.own-rubrics.try'],
];

const { organization_id } = await debrief.operate('createKey', {
  ...{ integration_id: mine.id, name: 'scope', access: 'read-only' },
});
const stranger = await debrief.operate('createKey', {
  ...{ integration_id: other.id, name: 'scope', access: 'read-only' },
});
const here = { organization_id, integration_id: mine.id, member_id: unknownId };
const there = {
  ...{ organization_id: stranger.organization_id, integration_id: other.id, member_id: unknownId },
};
const insiders: Record<string, Member> = {
  'the agent': { ...here, role: 'member', user_id: call.user_id },
  'an admin of the integration': { ...here, role: 'admin', user_id: null },
  'an owner of the organization': { ...here, role: 'owner', user_id: null },
};
const outsiders: Record<string, Member> = {
  'another agent': { ...here, role: 'member', user_id: theirCall.user_id },
  'a member who is no agent': { ...here, role: 'member', user_id: null },
  'an admin of another integration': { ...there, role: 'admin', user_id: call.user_id },
  'an owner of another organization': { ...there, role: 'owner', user_id: call.user_id },
};

const ask = async (subject: string, member: Member) =>
  JSON.stringify(await operator.askAsMember(subject, member, walks[subject]?.input));

await ask('coaching.claims.mark', insiders['the agent'] as Member);
// Counted a moment later than they end.
await eventually(
  () => ask('analytics.metrics.get', insiders['an owner of the organization'] as Member),
  (answer) => /"total":1\b/.test(answer),
);

t.test('every operation that the console may ask is walked', async (t) => {
  t.strictSame(memberOperations.map(({ subject }) => subject).sort(), Object.keys(walks).sort());
});

const roles = ['member', 'admin', 'owner'];
const last = memberOperations.filter(({ subject }) => walks[subject]?.changes);
for (const { subject, role } of [...memberOperations.filter((one) => !last.includes(one)), ...last]) {
  const { shows, later = shows } = walks[subject] ?? { shows: /never/ };
  for (const [who, member] of Object.entries(outsiders)) {
    t.test(`${subject} shows ${who} nothing of the agent`, async (t) => {
      const answer = await ask(subject, member);
      const isInside = member.integration_id === mine.id;
      if (isInside && role !== 'member') t.equal(answer, '"NOT_ALLOWED"');
      else if (isInside && common.includes(subject)) t.match(answer, shows);
      else if (!elsewhere.includes(subject)) t.notMatch(answer, shows);
    });
  }
  for (const [who, member] of Object.entries(insiders)) {
    t.test(
      `${subject} is for ${who}${role === 'member' ? '' : ` if they are ${role} at least`}`,
      async (t) => {
        const answer = await ask(subject, member);
        const isRefused = own.includes(subject)
          ? member.user_id !== call.user_id
          : roles.indexOf(member.role) < roles.indexOf(role);
        if (isRefused) t.equal(answer, '"NOT_ALLOWED"');
        else t.ok(shows.test(answer) || later.test(answer), answer);
      },
    );
  }
}

t.test('a member reads with a list what is theirs, whatever they filter by', async (t) => {
  const agent = insiders['the agent'] as Member;
  for (const filter of [{}, { user_id: theirCall.user_id }, { contact_id: theirCall.contact_id }]) {
    const answer = await operator.askAsMember('ingest.calls.list-overviews', agent, { ...page, ...filter });
    t.notMatch(JSON.stringify(answer), /second call of mine/);
  }
});

t.test('a member counts only their own calls, whomever they ask about', async (t) => {
  const agent = insiders['the agent'] as Member;
  const total = async (of: string, id: string | null, member = agent) => {
    const input = { of, id, ...window, ...filters };
    return (
      (await operator.askAsMember('analytics.metrics.get', member, input)) as { calls: { total: number } }
    ).calls.total;
  };
  t.equal(await total('integration', null), 1);
  t.equal(await total('contact', theirCall.contact_id), 0);
  t.equal(await total('user', theirCall.user_id), 0);
  const owner = insiders['an owner of the organization'] as Member;
  const all = await eventually(
    () => total('integration', null, owner),
    (count) => count === 2,
  );
  t.equal(all, 2);
});
