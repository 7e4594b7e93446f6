import { getUserMetrics as endpoint } from '@debrief/contracts/endpoints/metrics';
import { getUser } from '@debrief/contracts/operations/directory-people';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { replyBudget } from '../reply-budget.ts';
import { windowViolations } from './metrics-window.ts';
import { readMetrics } from './read-metrics.ts';

export function getUserMetrics(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    rules: ({ query }) => windowViolations(query, new Date()),
    handle: async ({ caller, identifier, query }) => {
      const budget = replyBudget();
      const { id } = await ask(messaging, getUser, caller, identifierOf('user', identifier), budget());
      return readMetrics(messaging, caller, { of: 'user', id, query, budget });
    },
  });
}
