import { type CoachingRecords, coachingRecords } from './coaching-records.ts';
import type { Debrief, Integration } from './debrief.ts';
import { sampleSubmission } from './recordings.ts';
import { nowhere } from './submissions.ts';

/** An integration that has two of everything, and the identifiers of the first of each in every form that paths accept. */
export interface InhabitedIntegration extends Integration {
  /** By the first part of the path: `calls`, `contacts`, … and `coaching/periods`. */
  identifiers: Readonly<Record<string, readonly string[]>>;
  /** Values under which the integration's own rows are found. */
  filters: Readonly<Record<string, readonly string[]>>;
}

/** @param name becomes part of every external id and e-mail. */
export async function inhabitedIntegration(debrief: Debrief, name: string): Promise<InhabitedIntegration> {
  const integration = await debrief.createIntegration();
  const records = coachingRecords(debrief);
  return { ...integration, ...(await inhabit(integration, records, name)) };
}

async function inhabit({ id, api }: Integration, records: CoachingRecords, name: string) {
  const people = {
    recording_url: nowhere,
    external_user_id: `user of ${name}`,
    user_email: `agent@${name}.example`,
    external_contact_id: `contact of ${name}`,
    contact_phone: '+1 415 555 0142',
    contact_emails: [`contact@${name}.example`],
  };
  const submit = async (recording_id: string, ai_category: string, given = people): Promise<string> => {
    const reply = await api.post('/calls', await sampleSubmission({ ...given, recording_id, ai_category }));
    if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
    return reply.body.call_event_id;
  };
  const callEvent = await submit(`call of ${name}`, 'sales');
  const roleplayEvent = await submit(`roleplay of ${name}`, 'roleplay');
  await submit(`second call of ${name}`, 'sales', {
    ...people,
    external_user_id: `second user of ${name}`,
    user_email: `second-agent@${name}.example`,
    external_contact_id: `second contact of ${name}`,
    contact_emails: [],
    contact_phone: '+44 20 7946 0958',
  });
  const call = (await api.get(`/calls/call_event_id:${callEvent}`)).body;
  const roleplay = (await api.get(`/roleplays/call_event_id:${roleplayEvent}`)).body;
  const invitations: string[] = [];
  for (const invited of ['invited', 'second-invited']) {
    const { body } = await api.post('/invitations', {
      email: `${invited}@${name}.example`,
      external_user_id: `${invited} of ${name}`,
      invited_by_user_id: call.user_id,
    });
    invitations.push(body.id);
  }
  const period = await records.insertPeriod(id);
  await records.insertPeriod(id);
  const { user_id, external_user_id } = call;
  const agenda = await records.insertAgenda(id, {
    period_id: period,
    user_id,
    external_user_id,
    generation_status: 'ready',
  });
  await records.insertSignal(id, user_id);
  const forms = (uuid: string, prefix: string, external: string) => [
    uuid,
    `id:${uuid}`,
    `${prefix}:${external}`,
  ];
  return {
    identifiers: {
      calls: [call.id, `call_event_id:${callEvent}`, `external_recording_id:call of ${name}`],
      roleplays: [roleplay.id, `call_event_id:${roleplayEvent}`],
      contacts: forms(call.contact_id, 'external_contact_id', people.external_contact_id),
      users: forms(user_id, 'external_user_id', external_user_id),
      invitations: invitations.slice(0, 1),
      'coaching/periods': [period],
      'coaching/agendas': [agenda],
    },
    filters: {
      user_id: forms(user_id, 'external_user_id', external_user_id),
      contact_id: forms(call.contact_id, 'external_contact_id', people.external_contact_id),
      external_user_id: [external_user_id],
      external_contact_id: [people.external_contact_id],
      external_recording_id: [`call of ${name}`],
      email: [people.user_email, ...people.contact_emails],
    },
  };
}
