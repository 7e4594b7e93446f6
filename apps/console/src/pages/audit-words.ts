import type { OwnAuditEntry } from '@debrief/contracts/operations/audit';

/** What an entry's target is the id of. */
export type TargetKind =
  | 'call'
  | 'agent'
  | 'contact'
  | 'agenda'
  | 'period'
  | 'key'
  | 'team'
  | 'member'
  | 'invitation';

interface Words {
  /** What was done, as people say it. */
  what: string;
  /** Of whose id the target is; without it the entry is about the integration. */
  target?: TargetKind;
}

const did = (what: string, target?: TargetKind): Words => ({ what, ...(target && { target }) });

/** In the order of what people and keys do here, then of what operators ask by commands. */
export const auditWords: Record<string, Words> = {
  'key.created': did('Made an API key', 'key'),
  'key.revoked': did('Revoked an API key', 'key'),
  'member.added': did('Became a member', 'member'),
  'member.removed': did('Removed a member', 'member'),
  'invitation.created': did('Invited somebody', 'invitation'),
  'invitation.revoked': did('Withdrew an invitation', 'invitation'),
  'team.created': did('Made a team', 'team'),
  'team.changed': did('Changed who is in a team', 'team'),
  'integration.created': did('Made the integration'),
  'integration.changed': did('Changed settings'),
  'rubrics.changed': did('Changed rubrics'),
  'transcript.corrected': did('Corrected a transcript', 'call'),
  'recording.uploaded': did('Uploaded a call', 'call'),
  'recording.erased': did('Erased a recording', 'call'),
  'contact.erased': did('Erased a contact', 'contact'),
  'user.erased': did('Erased an agent', 'agent'),
  'session.created': did('Signed in', 'member'),
  'session.ended': did('Signed out', 'member'),
  'analytics.counted-calls.list': did('Looked at the calls behind a figure'),
  'analytics.metrics.get': did('Looked at figures'),
  'analytics.metrics.show': did('Looked at figures'),
  'analytics.rebuilds.start': did('Had figures counted again'),
  'coaching.agendas.get': did('Looked at an agenda', 'agenda'),
  'coaching.agendas.list': did('Looked at the agendas'),
  'coaching.agendas.save-draft': did('Saved a draft of answers', 'agenda'),
  'coaching.agendas.show': did('Looked at an agenda', 'agenda'),
  'coaching.agendas.submit': did('Handed in an agenda', 'agenda'),
  'coaching.analyses.get': did('Looked at the coaching of a call', 'call'),
  'coaching.analyses.get-overview': did('Looked at the coaching of a call', 'call'),
  'coaching.claims.export': did('Exported what was marked as wrong'),
  'coaching.claims.list-marked': did('Looked at what was marked as wrong', 'call'),
  'coaching.claims.mark': did('Marked something as wrong', 'call'),
  'coaching.own-claims.list-marked': did('Looked at what was marked as wrong in all calls'),
  'coaching.own-rubrics.get': did('Looked at a rubric'),
  'coaching.own-rubrics.list': did('Looked at the rubrics'),
  'coaching.own-rubrics.set': did('Changed rubrics'),
  'coaching.own-rubrics.try': did('Tried a rubric'),
  'coaching.periods.close': did('Ended a period'),
  'coaching.periods.get': did('Looked at a period', 'period'),
  'coaching.periods.list': did('Looked at the periods'),
  'coaching.rebuilds.start': did('Had coaching compared with its sources'),
  'coaching.rubrics.get': did('Looked at a rubric'),
  'coaching.rubrics.list': did('Looked at the rubrics'),
  'coaching.rubrics.set': did('Changed rubrics'),
  'coaching.signals.get': did('Looked at the profile of an agent', 'agent'),
  'coaching.signals.refresh': did('Had profiles inferred again', 'agent'),
  'coaching.signals.show': did('Looked at the profile of an agent', 'agent'),
  'directory.contacts.erase': did('Erased a contact', 'contact'),
  'directory.contacts.get': did('Looked at a contact', 'contact'),
  'directory.contacts.list': did('Looked at the contacts'),
  'directory.contacts.update': did('Changed a contact', 'contact'),
  'directory.erasures.list': did('Looked at the erasures'),
  'directory.erasures.repeat': did('Had all erasures carried out again'),
  'directory.integrations.create': did('Made the integration'),
  'directory.integrations.get': did('Looked at the settings'),
  'directory.integrations.list': did('Looked at the integrations'),
  'directory.integrations.update': did('Changed settings'),
  'directory.invitations.create': did('Invited somebody'),
  'directory.invitations.list': did('Looked at the invitations'),
  'directory.invitations.resend': did('Sent an invitation again', 'invitation'),
  'directory.invitations.revoke': did('Withdrew an invitation', 'invitation'),
  'directory.keys.create': did('Asked for an API key'),
  'directory.keys.list': did('Looked at the API keys'),
  'directory.keys.list-uses': did('Looked at how API keys are used'),
  'directory.keys.revoke': did('Revoked an API key', 'key'),
  'directory.links.create': did('Made a link to sign in'),
  'directory.members.add': did('Added a member'),
  'directory.members.list': did('Looked at the members'),
  'directory.members.remove': did('Removed a member', 'member'),
  'directory.organizations.create': did('Made the organization'),
  'directory.organizations.list': did('Looked at the organizations'),
  'directory.own-integration.get': did('Looked at the settings'),
  'directory.own-integration.set-categories': did('Changed the categories of calls'),
  'directory.own-integration.set-coaching': did('Changed when agents are coached'),
  'directory.own-integration.set-retention': did('Changed how long data is kept'),
  'directory.own-integration.set-signals': did('Changed whether profiles are inferred'),
  'directory.own-invitations.create': did('Invited somebody'),
  'directory.own-invitations.revoke': did('Withdrew an invitation'),
  'directory.own-keys.create': did('Made an API key'),
  'directory.own-keys.list': did('Looked at the API keys'),
  'directory.own-keys.revoke': did('Revoked an API key', 'key'),
  'directory.own-members.list': did('Looked at the members'),
  'directory.own-members.make-owner': did('Made a member an owner', 'member'),
  'directory.own-members.remove': did('Removed a member', 'member'),
  'directory.own-teams.change': did('Changed who is in a team', 'team'),
  'directory.own-teams.create': did('Made a team'),
  'directory.own-teams.list': did('Looked at the teams'),
  'directory.submissions.resolve': did('Prepared a call: looked up or made its agent and its contact'),
  'directory.teams.assign': did('Put an agent into a team', 'agent'),
  'directory.teams.create': did('Made a team'),
  'directory.teams.list': did('Looked at the teams'),
  'directory.teams.unassign': did('Took an agent out of a team', 'agent'),
  'directory.users.erase': did('Erased an agent', 'agent'),
  'directory.users.get': did('Looked at an agent', 'agent'),
  'directory.users.list': did('Looked at the agents'),
  'directory.users.set-signal': did('Changed whether an agent has a profile', 'agent'),
  'directory.users.update': did('Changed an agent', 'agent'),
  'ingest.analyses.get-head': did('Looked at the progress of a call'),
  'ingest.analyses.rerun': did('Had calls coached again'),
  'ingest.audio.get': did('Looked up the sound of a call'),
  'ingest.calls.get': did('Looked at a call'),
  'ingest.calls.get-overview': did('Looked at a call'),
  'ingest.calls.list': did('Looked at the calls'),
  'ingest.calls.list-overviews': did('Looked at the calls'),
  'ingest.calls.retry': did('Had a call tried again'),
  'ingest.erasures.begin': did('Began an erasure'),
  'ingest.own-queue.get': did('Looked at the queue'),
  'ingest.rebuilds.start': did('Had recordings compared with their sources'),
  'ingest.recordings.erase': did('Erased a recording'),
  'ingest.recordings.find-submission': did('Looked up a submission'),
  'ingest.recordings.list': did('Looked at the recordings'),
  'ingest.recordings.retry': did('Had a recording tried again', 'call'),
  'ingest.recordings.submit': did('Submitted a call', 'agent'),
  'ingest.recordings.submit-transcript': did('Submitted a call as text', 'agent'),
  'ingest.retention.count-removals': did('Asked what a shorter retention would delete'),
  'ingest.transcripts.correct': did('Corrected a transcript', 'call'),
  'ingest.transcripts.get': did('Looked at a transcript'),
  'ingest.transcripts.get-corrections': did('Looked at what was corrected', 'call'),
};

const settings: Record<string, string> = {
  name: 'the name',
  crm: 'the CRM',
  source: 'the source of calls',
  source_id: 'the id of the source',
  cadences: 'when a period ends',
  review_days: 'days to answer an agenda',
  categories: 'categories of calls',
  text_days: 'days to keep transcripts and coaching',
  audio_days: 'days to keep sound',
  removes_card_numbers: 'whether card numbers are removed',
  speech_engine: 'what hears calls',
  signals: 'whether profiles are inferred',
  agenda_mails: 'whether agents are mailed',
  allowed_hosts: 'where recordings may come from',
  quotas: 'quotas',
};

/** Ends of sentences, by the names of details and, where it counts, their values. */
const details: Record<string, (value: unknown) => string | null> = {
  settings: (names) =>
    [names]
      .flat()
      .map((name) => settings[String(name)] ?? String(name))
      .join(', '),
  rubrics: (names) => [names].flat().join(', '),
  role: (role) => `as ${String(role).toLowerCase()}`,
  access: (access) => (access === 'read-only' ? 'to read' : 'to read and write'),
  with_recordings: (isSo) => (isSo === true ? 'with the calls' : null),
  is_in: (isSo) => (isSo === true ? 'put in' : 'taken out'),
  change: (kind) =>
    ({ line: 'what was said', swap: 'who is who', names: 'what they are called' })[String(kind)] ??
    String(kind),
  segment_index: (index) => `line ${Number(index) + 1}`,
};

const shownValue = (value: unknown) =>
  value === null ? 'none set' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** What else an entry says, for people: of numbers and switches also what they were. `user_id` is told apart, by name. */
export function detailsOf({ details: given }: Pick<OwnAuditEntry, 'details'>): string {
  return Object.entries(given)
    .flatMap(([name, value]) => {
      if (name === 'user_id' || name.endsWith('_before')) return [];
      // Those with values say their names below.
      if (name === 'settings') {
        const others = [value].flat().filter((one) => !(`${one}_before` in given));
        return others.length === 0 ? [] : (details.settings?.(others) ?? []);
      }
      const before = given[`${name}_before`];
      if (before !== undefined)
        return [`${settings[name] ?? name}: ${shownValue(value)}, before: ${shownValue(before)}`];
      const said = details[name];
      return said === undefined
        ? [`${name.replaceAll('_', ' ')}: ${[value].flat().join(', ')}`]
        : (said(value) ?? []);
    })
    .join('; ');
}
