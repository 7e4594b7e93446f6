import { calls } from '@debrief/contracts/endpoints/calls';
import { coaching } from '@debrief/contracts/endpoints/coaching';
import { invitations } from '@debrief/contracts/endpoints/invitations';
import { contacts, users } from '@debrief/contracts/endpoints/people';
import { roleplays } from '@debrief/contracts/endpoints/roleplays';
import { getAgenda, getPeriod, listPeriods } from '@debrief/contracts/operations/coaching';
import { listInvitations, resendInvitation } from '@debrief/contracts/operations/directory-invitations';
import {
  listContacts,
  listUsers,
  updateContact,
  updateUser,
} from '@debrief/contracts/operations/directory-people';
import { getCall } from '@debrief/contracts/operations/ingest';
import type { GatewayDeps } from './gateway-deps.ts';
import type { Gateway } from './http/gateway.ts';
import { createInvitation } from './routes/create-invitation.ts';
import { eraseCall, eraseContact, eraseRoleplay, eraseUser } from './routes/erase.ts';
import { getCallAnalysis, getRoleplayAnalysis } from './routes/get-analysis.ts';
import { getCallTranscript } from './routes/get-call-transcript.ts';
import { getContactMetrics, getIntegrationMetrics, getUserMetrics } from './routes/get-metrics.ts';
import { getUserSignal } from './routes/get-user-signal.ts';
import { listCoachingAgendas } from './routes/list-agendas.ts';
import { listCalls } from './routes/list-calls.ts';
import { listRoute } from './routes/list-route.ts';
import { forward, type Route } from './routes/route.ts';
import { submitCall } from './routes/submit-call.ts';

/** Every endpoint of the contract: what one service answers is forwarded; the others have a file in routes/. */
const routes: readonly Route[] = [
  submitCall,
  listCalls,
  forward(calls.getCall, getCall, ({ identifier }) => ({ kind: 'call' as const, ...identifier })),
  getCallTranscript,
  getCallAnalysis,
  eraseCall,
  forward(roleplays.getRoleplay, getCall, ({ identifier }) => ({ kind: 'roleplay' as const, ...identifier })),
  getRoleplayAnalysis,
  eraseRoleplay,
  listRoute(contacts.listContacts, listContacts),
  forward(contacts.updateContact, updateContact, ({ identifier, body }) => ({ identifier, change: body })),
  eraseContact,
  getContactMetrics,
  listRoute(users.listUsers, listUsers),
  forward(users.updateUser, updateUser, ({ identifier, body }) => ({ identifier, change: body })),
  eraseUser,
  getUserMetrics,
  getUserSignal,
  getIntegrationMetrics,
  createInvitation,
  listRoute(invitations.listInvitations, listInvitations),
  forward(invitations.resendInvitation, resendInvitation, ({ identifier }) => ({ id: identifier.value })),
  listRoute(coaching.listCoachingPeriods, listPeriods),
  forward(coaching.getCoachingPeriod, getPeriod, ({ identifier }) => ({ id: identifier.value })),
  listCoachingAgendas,
  forward(coaching.getCoachingAgenda, getAgenda, ({ identifier }) => ({ id: identifier.value })),
];

export function registerRoutes(api: Gateway, deps: GatewayDeps): void {
  for (const register of routes) register(api, deps);
}
