import { invitations } from '@debrief/contracts/endpoints/invitations';
import { createInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { inviterViolations } from '@debrief/contracts/resources/invitation';
import { route } from './route.ts';

export const createInvitation = route(invitations.createInvitation, () => ({
  rules: ({ body }) => (typeof body === 'object' && body !== null ? inviterViolations(body) : []),
  handle: async ({ body, services }, reply) => {
    const { created, invitation } = await services.request(operation, body);
    if (created) reply.code(201);
    return invitation;
  },
}));
