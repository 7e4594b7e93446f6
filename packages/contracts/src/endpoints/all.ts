import * as calls from './calls.ts';
import * as coaching from './coaching.ts';
import type { Endpoint } from './define.ts';
import * as invitations from './invitations.ts';
import { getContactMetrics, getUserMetrics } from './metrics.ts';
import * as people from './people.ts';
import * as roleplays from './roleplays.ts';

/** The whole public API, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  calls.submitCall,
  calls.listCalls,
  calls.getCall,
  calls.getCallTranscript,
  calls.getCallAnalysis,
  roleplays.getRoleplay,
  roleplays.getRoleplayAnalysis,
  people.listContacts,
  people.updateContact,
  getContactMetrics,
  people.listUsers,
  people.updateUser,
  getUserMetrics,
  people.getUserSignal,
  invitations.createInvitation,
  invitations.listInvitations,
  coaching.listCoachingPeriods,
  coaching.getCoachingPeriod,
  coaching.getCoachingAgenda,
];
