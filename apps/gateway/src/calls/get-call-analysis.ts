import { getCallAnalysis as endpoint } from '@debrief/contracts/endpoints/calls';
import { readAnalysis } from '../analyses/read-analysis.ts';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

export function getCallAnalysis(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    handle: ({ caller, identifier }) =>
      readAnalysis(messaging, caller, { kind: 'call', ...identifierOf('call', identifier) }),
  });
}
