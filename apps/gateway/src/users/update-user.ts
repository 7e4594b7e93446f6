import { updateUser as endpoint } from '@debrief/contracts/endpoints/people';
import { updateUser as operation } from '@debrief/contracts/operations/directory-people';
import { requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

export function updateUser(gateway: Gateway, { messaging }: Parts): void {
  route(gateway, endpoint, {
    handle: ({ caller, identifier, body }) =>
      requestBytes(messaging, operation, caller, {
        identifier: identifierOf('user', identifier),
        change: body,
      }),
  });
}
