import { createInvitation as endpoint } from '@debrief/contracts/endpoints/invitations';
import { createInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { inviterViolations } from '@debrief/contracts/resources/invitation';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

export function createInvitation(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    rules: ({ body }) => (typeof body === 'object' && body !== null ? inviterViolations(body) : []),
    handle: async ({ caller, body }, reply) => {
      const { created, invitation } = await ask(messaging, operation, caller, body);
      reply.code(created ? 201 : 200);
      return invitation;
    },
  });
}
