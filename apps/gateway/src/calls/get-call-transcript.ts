import { getCallTranscript as endpoint } from '@debrief/contracts/endpoints/calls';
import { DebriefError, TRANSCRIPT_UNSUPPORTED } from '@debrief/contracts/errors';
import { getTranscript } from '@debrief/contracts/operations/ingest';
import { requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

/** 400 for the identifier, then 403 for the integration's CRM whatever the state, then 404 and 409. */
export function getCallTranscript(gateway: Gateway, { messaging, config }: Parts): void {
  const forbidden = new Set(config.TRANSCRIPT_FORBIDDEN_CRMS.map((crm) => crm.toLowerCase()));
  route(gateway, endpoint, {
    handle: async ({ caller, integration, identifier }) => {
      const input = { kind: 'call', ...identifierOf('call', identifier) } as const;
      if (forbidden.has(integration.crm?.toLowerCase() ?? '')) throw new DebriefError(TRANSCRIPT_UNSUPPORTED);
      return requestBytes(messaging, getTranscript, caller, input);
    },
  });
}
