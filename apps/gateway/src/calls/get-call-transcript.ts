import { DebriefError, TRANSCRIPT_UNSUPPORTED } from '@debrief/contracts/errors';
import { getTranscript } from '@debrief/contracts/operations/ingest';
import { requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import type { Parts } from '../parts.ts';
import { callIdentifier, identifierParams } from './call-identifier.ts';

/** 400 for the identifier, then 403 for the integration's CRM whatever the state, then 404 and 409. */
export function getCallTranscript(gateway: Gateway, { messaging, config }: Parts): void {
  const forbidden = new Set(config.TRANSCRIPT_FORBIDDEN_CRMS.map((crm) => crm.toLowerCase()));
  gateway.get(
    '/calls/:identifier/transcript',
    { schema: { params: identifierParams } },
    async (request, reply) => {
      const identifier = callIdentifier(request.params.identifier);
      if (forbidden.has(request.integration.crm?.toLowerCase() ?? ''))
        throw new DebriefError(TRANSCRIPT_UNSUPPORTED);
      const body = await requestBytes(messaging, getTranscript, request.caller, identifier);
      return reply.type('application/json; charset=utf-8').send(body);
    },
  );
}
