import { calls } from '@debrief/contracts/endpoints/calls';
import { contacts, users } from '@debrief/contracts/endpoints/people';
import { roleplays } from '@debrief/contracts/endpoints/roleplays';
import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import type { Erasure } from '@debrief/contracts/events/erasures';
import {
  beginErasure,
  eraseContact as eraseContactOperation,
  eraseRecording,
  eraseUser as eraseUserOperation,
} from '@debrief/contracts/operations/erasures';
import type { FastifyReply } from 'fastify';
import { route } from './route.ts';
import type { Services } from './services.ts';

export const eraseCall = route(calls.eraseCall, () => ({
  handle: async ({ identifier, services }, reply) =>
    erased(reply, await services.request(eraseRecording, { kind: 'call', ...identifier })),
}));

export const eraseRoleplay = route(roleplays.eraseRoleplay, () => ({
  handle: async ({ identifier, services }, reply) =>
    erased(reply, await services.request(eraseRecording, { kind: 'roleplay', ...identifier })),
}));

export const eraseContact = route(contacts.eraseContact, () => ({
  handle: async ({ identifier, services }, reply) => {
    const erasure = await services.request(eraseContactOperation, identifier);
    await hideRecordings(services, erasure);
    return erased(reply, erasure);
  },
}));

export const eraseUser = route(users.eraseUser, () => ({
  handle: async ({ identifier, query, services }, reply) => {
    const { with_recordings = false } = query;
    const erasure = await services.request(eraseUserOperation, { identifier, with_recordings });
    await hideRecordings(services, erasure);
    return erased(reply, erasure);
  },
}));

/**
 * Directory has told all services by an event. Ingest is told here as well, so that nobody reads the recordings from the
 * moment of the reply on; while it does not answer, nobody does anyway.
 */
async function hideRecordings(services: Services, { integration_id: _, ...erasure }: Erasure): Promise<void> {
  await services.request(beginErasure, erasure).catch((error: unknown) => {
    const isAway =
      error instanceof DebriefError &&
      [UNAVAILABLE.code, TIMED_OUT.code].includes(error.definition.code as never);
    if (!isAway) throw error;
  });
}

function erased(reply: FastifyReply, { erasure_id }: Erasure): FastifyReply {
  return reply.header('x-erasure-id', erasure_id).send();
}
