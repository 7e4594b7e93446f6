import { listInvitations as endpoint } from '@debrief/contracts/endpoints/invitations';
import { listInvitations as operation } from '@debrief/contracts/operations/directory-invitations';
import type { Gateway } from '../http/gateway.ts';
import { listRoute } from '../paging/list-route.ts';
import type { Parts } from '../parts.ts';

export function listInvitations(gateway: Gateway, parts: Parts): void {
  listRoute(gateway, endpoint, parts, { operation, filters: (query) => query });
}
