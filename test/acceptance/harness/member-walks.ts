import { coachingRecords } from './coaching-records.ts';
import { visitConsole } from './console-visitor.ts';
import { filters, type MemberScene, page, window } from './member-scene.ts';
import { submitAndRead } from './submissions.ts';
import { unknownId } from './uuid.ts';

export interface Walk {
  /** Reaches what is the first agent's, or what is everybody's in the integration. */
  input: unknown;
  /** What an answer shows that holds it. */
  shows: RegExp;
  /** Afterwards it is no longer as it was. */
  changes?: true;
  /** What is answered to whoever comes second, where only one can do it. */
  later?: RegExp;
}

/** What everybody of the integration may see alike. */
export const common = ['coaching.periods.list'];
/** What agents alone do, and nobody for them. */
export const own = ['coaching.agendas.submit', 'coaching.agendas.save-draft'];
/** What whoever is elsewhere does there, and not here. */
export const elsewhere = [
  ...['directory.own-keys.create', 'directory.own-teams.create', 'ingest.erasures.begin'],
  ...['directory.own-invitations.create', 'ingest.own-audit.list', 'coaching.own-audit.list'],
  ...['analytics.own-audit.list', 'coaching.own-rubrics.list', 'coaching.own-rubrics.get'],
  'ingest.retention.count-removals',
  ...['coaching.own-rubrics.set', 'coaching.own-rubrics.try'],
];

/** By subject, what the console may ask; with what it reaches. */
export async function memberWalks({ debrief, mine, call }: MemberScene): Promise<Record<string, Walk>> {
  const [period = ''] = mine.identifiers['coaching/periods'] ?? [];
  const [, callEvent = ''] = /:(.+)/.exec(mine.identifiers.calls?.[1] ?? '') ?? [];
  const [agenda = ''] = mine.identifiers['coaching/agendas'] ?? [];
  const records = coachingRecords(debrief);
  await records.insertAnalysis(mine.id, call);
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
  return {
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
    // It may have failed by now.
    'ingest.calls.retry': { input: { by: 'id', value: call.id }, shows: /"is_retried":/ },
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
      input: {
        recording_id: call.id,
        claim_id: 'disposition.outcomes.0',
        indicator: null,
        fault: 'not_said',
      },
      shows: /^\{\}$/,
    },
    'coaching.claims.list-marked': { input: { recording_id: call.id }, shows: /disposition.outcomes.0/ },
    'coaching.own-claims.list-marked': { input: { limit: 10 }, shows: /disposition.outcomes.0/ },
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
}
