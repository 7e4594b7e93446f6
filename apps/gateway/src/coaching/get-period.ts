import { getCoachingPeriod as endpoint } from '@debrief/contracts/endpoints/coaching';
import { getPeriod as operation } from '@debrief/contracts/operations/coaching';
import { requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

export function getPeriod(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    handle: ({ caller, identifier }) =>
      requestBytes(messaging, operation, caller, { id: identifierOf('period', identifier).value }),
  });
}
