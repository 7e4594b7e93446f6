import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CoachingRecords, profile } from './coaching-records.ts';
import { type ConsoleVisitor, PASSWORD, visitConsole, visitorWithoutSession } from './console-visitor.ts';
import type { Debrief } from './debrief.ts';

/** A word that nothing else has, before markup that a browser would carry out. */
export const WORD = 'Quokkamark';
export const image = '<img src=x onerror="document.title=1">';
export const markup = `${image}<script>document.title=1</script>`;
export const marked = `${WORD} ${markup}`;

/** Of every e-mail in it; each run has one, as an account stays. */
export const domain = `quokkamark-${randomUUID().slice(0, 8)}.example`;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** The same structure with every text marked. */
const markedProfile = JSON.stringify({
  ...JSON.parse(JSON.stringify(profile), (_, value) => (typeof value === 'string' ? marked : value)),
  DISC: { ...profile.DISC, profileName: marked },
});

/**
 * An integration in which every text has the mark that a client gives, a speaker says, people write in the console, or
 * coaching makes of these.
 */
export async function markedIntegration(debrief: Debrief, records: CoachingRecords, folder: string) {
  const integration = await debrief.createIntegration({ name: `CRM ${markup}`, crm: marked });
  const { id, api } = integration;
  const admin = await visitConsole(debrief, 'admin', integration, `admin@${domain}`, `Account ${marked}`);
  // Whatever the call is judged to end with; as long as a label may be.
  const { html } = await admin.get('/settings/judging');
  const [form = ''] = /action="\/settings\/judging\/labels">.*?<\/form>/s.exec(html) ?? [];
  const outcomes = [...form.matchAll(/<input class="form-control" id="([^"]+)"/g)];
  const labels = outcomes.map(([, outcome], nth) => [outcome, `Label ${WORD} ${image} ${nth}`]);
  await posted(admin, '/settings/judging/labels', Object.fromEntries(labels), 200);
  const file = join(folder, 'call.txt');
  await writeFile(
    file,
    [
      `Maria: Hello Tom, this is Maria from ${marked}. You asked us for a quote. Is now a good time?`,
      `Tom: Yes. It sounds expensive to me, ${marked}.`,
      `Maria: I understand that the price matters to you. It includes a warranty ${marked}.`,
      `Tom: All right. Send me the offer ${marked}.`,
      `Maria: I will send you the offer ${marked} by email today. Shall we meet on Friday at ten?`,
      'Tom: Friday at ten is fine. Goodbye.',
    ].join('\n'),
  );
  const { call_event_id } = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', file, '--no-wait', '--integration', id],
    ...['--agent', 'Maria', '--contact', 'Tom'],
  );
  const call = (await api.get(`/calls/call_event_id:${call_event_id}`)).body;
  // The contact again, by the name that is shown, with another agent.
  await api.post('/calls', {
    ...{ recording_id: marked, recording_url: 'http://127.0.0.1:1/recording.mp3', duration_seconds: 60 },
    ...{ ai_category: marked, stage: marked, stage_id: marked },
    ...{ external_user_id: marked, user_name: marked, user_email: `agent@${domain}` },
    ...{ external_contact_id: call.external_contact_id, contact_name: marked },
  });
  const [, key, team, { member }, , { body: invitation }] = await Promise.all([
    api.awaitAnalysis(call_event_id),
    debrief.operate('createKey', { integration_id: id, name: marked, access: 'read-only' }),
    debrief.operate('createTeam', { integration_id: id, name: marked }),
    debrief.operate('addMember', {
      email: `lee@${domain}`,
      name: marked,
      role: 'member',
      integration_id: id,
    }),
    debrief.operate('updateIntegration', { id, categories: [{ name: marked, kind: 'call' }] }),
    api.post('/invitations', {
      ...{ email: `invited@${domain}`, name: marked, external_user_id: `invited ${marked}` },
      invited_by_user_id: call.user_id,
    }),
  ]);
  // Before the corrections below: of a coaching that another has replaced since.
  const claim_id = 'disposition.outcomes.0';
  await posted(admin, `/calls/${call.id}/claims`, { claim: claim_id, fault: 'not_said' });
  const { user_id, external_user_id } = call;
  const [user] = (await api.get(`/users?external_user_id=${encodeURIComponent(external_user_id)}`)).body.data;
  const moment = {
    ...{ recording_id: call.id, segment_index: 1, quote: marked, start_time: 1, speaker: marked },
  };
  const claim = { text: marked, moments: [moment] };
  const period = await records.insertPeriod(id, {
    ...{ period_start: day(-8), period_end: day(-2), review_period_end: day(5) },
    digest: {
      ...{ headline: marked, focus: marked, team_drill: marked, strengths: [] },
      stats: Object.fromEntries(
        ['calls', 'rated', 'average_rating'].map((name) => [name, { value: 4, previous: 2, diff_pct: 100 }]),
      ),
      gaps: [{ title: marked, detail: marked, criterion_id: 'l', calls: 4, share: 0.2 }],
      top_objections: [{ label: marked, count: 1, best_answer: null }],
      agents: [{ user_id, name: marked, calls: 4, average_rating: 3.4, delta: 0.2, focus: marked }],
      evidence: [{ ...moment, claim_id: 'gaps.0', claim: marked, user_id }],
    },
  });
  const agendaOf = (period_id: string, user: { user_id: string; external_user_id: string }) =>
    records.insertAgenda(id, {
      ...{ period_id, ...user, generation_status: 'ready', title: marked },
      content: {
        ...{ overview: marked, wins: [claim], improvements: [claim], follow_up: null },
        questions: [{ id: 'q1', text: marked, moment }],
        drill: { text: marked, say: marked, moment: null },
      },
    });
  const agenda = await agendaOf(period, { user_id, external_user_id });
  await records.insertSignal(id, user_id, markedProfile);
  const [agent] = (await api.get(`/users?email=agent@${domain}`)).body.data;
  const answered = await agendaOf(period, { user_id: agent.id, external_user_id: marked });
  const answering = await visitConsole(debrief, 'member', integration, `agent@${domain}`);
  await posted(answering, `/coaching/agendas/${answered}`, {
    ...{ q1: `Answered ${marked}`, commitment: `Promised ${marked}`, do: 'submit' },
  });
  const correct = `/calls/${call.id}/correct`;
  const line = { revision: '0', do: 'line', text: `I understand. Corrected ${marked}.` };
  await posted(admin, `${correct}?line=2`, line);
  const laptop = await secondSession(debrief, `admin@${domain}`);
  const [, session = ''] = /name="session" value="([^"]+)"/.exec((await admin.get('/account')).html) ?? [];
  await visitConsole(debrief, 'member', integration, `rising@${domain}`, marked);
  const { data: members } = await debrief.operate('listMembers', { integration_id: id });
  const rising = members.find(({ account }) => account.email.startsWith('rising@'))?.id ?? '';
  const names = { agent: `Agent ${marked}`, contact: `Contact ${marked}` };
  await posted(admin, correct, { revision: '1', do: 'rename', ...names });
  return {
    ...{ integration, period, agenda, answered, agent: agent.id },
    ...{ call: call.id, user: user_id, contact: call.contact_id, key: key.id, team: team.id },
    ...{ member: member.id, rising, invitation: invitation.id, session, laptop, agentEmail: user.email },
  };
}

/** Somebody who is signed in already, in another browser. */
async function secondSession(debrief: Debrief, email: string): Promise<ConsoleVisitor> {
  const visitor = visitorWithoutSession((await debrief.stack()).console_url);
  await visitor.get('/sign-in');
  await posted(visitor, '/sign-in', { email, password: PASSWORD });
  return visitor;
}

async function posted(as: ConsoleVisitor, path: string, fields: Record<string, string>, expected = 303) {
  const { status, text } = await as.post(path, fields);
  if (status !== expected) throw new Error(`${path} was answered ${status}: ${text}`);
}

export type MarkedIntegration = Awaited<ReturnType<typeof markedIntegration>>;
