import { getCall as getCallOperation } from '@debrief/contracts/operations/ingest';
import { requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import type { Parts } from '../parts.ts';
import { callIdentifier, identifierParams } from './call-identifier.ts';

export function getCall(gateway: Gateway, { messaging }: Parts): void {
  gateway.get('/calls/:identifier', { schema: { params: identifierParams } }, async (request, reply) => {
    const identifier = callIdentifier(request.params.identifier);
    const body = await requestBytes(messaging, getCallOperation, request.caller, identifier);
    return reply.type('application/json; charset=utf-8').send(body);
  });
}
