import { getCoachingAgenda as endpoint } from '@debrief/contracts/endpoints/coaching';
import { getAgenda as operation } from '@debrief/contracts/operations/coaching';
import { requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

export function getAgenda(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    handle: ({ caller, identifier }) =>
      requestBytes(messaging, operation, caller, { id: identifierOf('agenda', identifier).value }),
  });
}
