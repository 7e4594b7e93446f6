import { getCall } from './calls/get-call.ts';
import { getCallAnalysis } from './calls/get-call-analysis.ts';
import { getCallTranscript } from './calls/get-call-transcript.ts';
import { listCalls } from './calls/list-calls.ts';
import { submitCall } from './calls/submit-call.ts';
import { getAgenda } from './coaching/get-agenda.ts';
import { getPeriod } from './coaching/get-period.ts';
import { listPeriods } from './coaching/list-periods.ts';
import { listContacts } from './contacts/list-contacts.ts';
import { updateContact } from './contacts/update-contact.ts';
import type { Gateway } from './http/gateway.ts';
import { createInvitation } from './invitations/create-invitation.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { getContactMetrics } from './metrics/get-contact-metrics.ts';
import { getUserMetrics } from './metrics/get-user-metrics.ts';
import type { Parts } from './parts.ts';
import { getRoleplay } from './roleplays/get-roleplay.ts';
import { getRoleplayAnalysis } from './roleplays/get-roleplay-analysis.ts';
import { getUserSignal } from './users/get-user-signal.ts';
import { listUsers } from './users/list-users.ts';
import { updateUser } from './users/update-user.ts';

/** Every endpoint of the contract; the order is that of the reference. */
const routes: readonly ((api: Gateway, parts: Parts) => void)[] = [
  submitCall,
  listCalls,
  getCall,
  getCallTranscript,
  getCallAnalysis,
  getRoleplay,
  getRoleplayAnalysis,
  listContacts,
  updateContact,
  getContactMetrics,
  listUsers,
  updateUser,
  getUserMetrics,
  getUserSignal,
  createInvitation,
  listInvitations,
  listPeriods,
  getPeriod,
  getAgenda,
];

export function registerRoutes(api: Gateway, parts: Parts): void {
  for (const register of routes) register(api, parts);
}
