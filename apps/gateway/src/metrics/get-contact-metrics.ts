import { getContactMetrics as endpoint } from '@debrief/contracts/endpoints/metrics';
import { getContact } from '@debrief/contracts/operations/directory-people';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { replyBudget } from '../reply-budget.ts';
import { windowViolations } from './metrics-window.ts';
import { readMetrics } from './read-metrics.ts';

export function getContactMetrics(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    rules: ({ query }) => windowViolations(query, new Date()),
    handle: async ({ caller, identifier, query }) => {
      const budget = replyBudget();
      const { id } = await ask(messaging, getContact, caller, identifierOf('contact', identifier), budget());
      return readMetrics(messaging, caller, { of: 'contact', id, query, budget });
    },
  });
}
