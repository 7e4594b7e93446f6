import { getCall as endpoint } from '@debrief/contracts/endpoints/calls';
import { getCall as operation } from '@debrief/contracts/operations/ingest';
import { requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

export function getCall(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    handle: ({ caller, identifier }) =>
      requestBytes(messaging, operation, caller, { kind: 'call', ...identifierOf('call', identifier) }),
  });
}
