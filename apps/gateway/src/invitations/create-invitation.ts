import { createInvitation as endpoint } from '@debrief/contracts/endpoints/invitations';
import { createInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

export function createInvitation(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    rules: ({ body }) => inviterViolations(body),
    handle: async ({ caller, body }, reply) => {
      const { created, invitation } = await ask(messaging, operation, caller, body);
      reply.code(created ? 201 : 200);
      return invitation;
    },
  });
}

function inviterViolations(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const { invited_by_user_id, invited_by_email } = body as Record<string, unknown>;
  const given = [invited_by_user_id, invited_by_email].filter((inviter) => inviter != null);
  return given.length === 1 ? [] : ['exactly one of invited_by_user_id and invited_by_email must be given'];
}
