import type { Call, Roleplay } from '../resources/call.ts';
import type { CoachingAgenda } from '../resources/coaching-agenda.ts';
import type { CoachingPeriod } from '../resources/coaching-period.ts';
import type { Contact } from '../resources/contact.ts';
import type { Invitation } from '../resources/invitation.ts';
import type { CreateCall } from '../resources/submission.ts';
import type { User } from '../resources/user.ts';

/** One coherent story for the examples of the reference: Maria calls John about solar panels. */

const ids = {
  call: '019a9f0c-2f4e-7a31-9c55-0b6f1c3a7d10',
  call_event: '019a9f0c-2f4e-7b02-8d6a-5e21f0a94c11',
  roleplay: '019aa41e-7c10-7d55-a1f3-91c2d4e6b812',
  user: '019a8bd3-90aa-7f3e-b7c2-3d1e5f708913',
  inviter: '019a8bd3-1b7e-7c90-8e44-a2b4c6d8e014',
  contact: '019a9f0c-2e11-7e6b-9a0d-4c8e2f6a1b15',
  analysis: '019a9f0c-2f4e-7c7d-b0e9-6f3a5d7c9e16',
  integration: '019a7a10-55cc-7a0b-8b1d-2e4f6a8c0d17',
  period: '019a9c80-0001-7b1c-a2e5-13579bdf0218',
  agenda: '019a9c80-4a2b-7c2d-b3f6-2468ace01319',
  invitation: '019aa5b0-6d3c-7d3e-84a7-3579bdf13520',
};
export const exampleIds = ids;

export const submissionExample: CreateCall = {
  recording_id: 'call-1',
  recording_url: 'https://files.example.com/call-1.mp3',
  duration_seconds: 480,
  ai_category: 'sales',
  external_user_id: 'rep-7',
  user_name: 'Maria Lopez',
  user_email: 'maria@example.com',
  external_contact_id: 'lead-42',
  contact_name: 'John Miller',
  occurred_at: '2026-11-20T15:04:05Z',
  from_number: '+1 415 555 0100',
  to_number: '+1 415 555 0142',
  incoming: false,
  contact_stage: 'Prospect',
  contact_stage_id: 'stage-2',
};

export const callExample: Call = {
  id: ids.call,
  type: 'call',
  created_date: '2026-11-20T15:12:20.481Z',
  duration: 480,
  external_user_id: 'rep-7',
  user_id: ids.user,
  external_contact_id: 'lead-42',
  contact_id: ids.contact,
  from_number: '+1 415 555 0100',
  to_number: '+1 415 555 0142',
  incoming: false,
  source: 'API',
  source_id: 'api',
  stage: 'Prospect',
  stage_id: 'stage-2',
  external_recording_id: 'call-1',
};

export const roleplayExample: Roleplay = {
  id: ids.roleplay,
  type: 'roleplay',
  created_date: '2026-11-20T16:00:01.022Z',
  duration: 305.4,
  user_id: ids.user,
  external_user_id: 'rep-7',
  contact_id: ids.contact,
  external_contact_id: 'lead-42',
};

export const contactExample: Contact = {
  id: ids.contact,
  external_contact_id: 'lead-42',
  name: 'John Miller',
  first_name: 'John',
  last_name: 'Miller',
  phone: '+1 415 555 0142',
  emails: ['john@example.com'],
  stage: 'Prospect',
  stage_id: 'stage-2',
  source: 'Web form',
  source_id: 'web',
  tags: ['solar'],
  created_date: '2026-11-20T15:12:20.470Z',
};

export const userExample: User = {
  id: ids.user,
  external_user_id: 'rep-7',
  name: 'Maria Lopez',
  email: 'maria@example.com',
  timezone: 'America/Los_Angeles',
  picture: 'https://files.example.com/maria.png',
  created_date: '2026-11-16T09:30:00.000Z',
};

export const invitationExample: Invitation = {
  id: ids.invitation,
  email: 'sam@example.com',
  external_user_id: 'rep-8',
  name: 'Sam Rivera',
  first_name: 'Sam',
  role: 'MEMBER',
  status: 'PENDING',
  created_date: '2026-11-20T17:00:00.000Z',
  expires_date: '2026-12-04T17:00:00.000Z',
  invited_by_user_id: ids.inviter,
  invitation_link: 'https://debrief.example.com/invitations/GXoQVcx6CwuLHS5PaowNF',
};

export const periodExample: CoachingPeriod = {
  id: ids.period,
  cadence: 'weekly',
  period_start: '2026-11-09',
  period_end: '2026-11-15',
  review_period_end: '2026-11-22',
  review_status: 'open',
  digest_status: 'pending',
  created_date: '2026-11-16T00:00:04.100Z',
  updated_date: '2026-11-16T00:00:04.100Z',
};

export const agendaExample: CoachingAgenda = {
  id: ids.agenda,
  period_id: ids.period,
  integration_id: ids.integration,
  user_id: ids.user,
  external_user_id: 'rep-7',
  title: 'Ask what the bill is before you name a price',
  cadence: 'weekly',
  period_start: '2026-11-09',
  period_end: '2026-11-15',
  review_period_end: '2026-11-22',
  generation_status: 'ready',
  is_completed: false,
  completed_at: null,
  completed_on_time: null,
  analysis_ready: false,
  agenda_url: `https://debrief.example.com/coaching/agendas/${ids.agenda}`,
  created_date: '2026-11-16T00:00:04.100Z',
  updated_date: '2026-11-16T00:01:12.930Z',
};
