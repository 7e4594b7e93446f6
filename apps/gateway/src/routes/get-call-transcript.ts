import { calls } from '@debrief/contracts/endpoints/calls';
import { DebriefError, TRANSCRIPT_UNSUPPORTED } from '@debrief/contracts/errors';
import { getTranscript } from '@debrief/contracts/operations/ingest';
import { route } from './route.ts';

/** 403 for the integration's CRM comes after 400 for the identifier and before 404 and 409. */
export const getCallTranscript = route(calls.getCallTranscript, ({ config }) => {
  const forbidden = new Set(config.TRANSCRIPT_FORBIDDEN_CRMS.map((crm) => crm.toLowerCase()));
  return {
    handle: async ({ integration, identifier, services }) => {
      if (forbidden.has(integration.crm?.toLowerCase() ?? '')) throw new DebriefError(TRANSCRIPT_UNSUPPORTED);
      return services.requestBytes(getTranscript, { kind: 'call', ...identifier });
    },
  };
});
