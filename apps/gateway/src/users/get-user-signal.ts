import { getUserSignal as endpoint } from '@debrief/contracts/endpoints/people';
import { getSignal } from '@debrief/contracts/operations/coaching';
import { getUser } from '@debrief/contracts/operations/directory-people';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { replyBudget } from '../reply-budget.ts';

/** Directory says who the user is, coaching what was inferred. */
export function getUserSignal(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    handle: async ({ caller, identifier }) => {
      const budget = replyBudget();
      const user = await ask(messaging, getUser, caller, identifierOf('user', identifier), budget());
      const { id, ...profile } = await ask(messaging, getSignal, caller, { user_id: user.id }, budget());
      return {
        user_id: user.id,
        external_user_id: user.external_user_id,
        id,
        name: user.name,
        ...profile,
      };
    },
  });
}
