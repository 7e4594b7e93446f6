import { listUsers as endpoint } from '@debrief/contracts/endpoints/people';
import { listUsers as operation } from '@debrief/contracts/operations/directory-people';
import type { Gateway } from '../http/gateway.ts';
import { listRoute } from '../paging/list-route.ts';
import type { Parts } from '../parts.ts';

export function listUsers(gateway: Gateway, parts: Parts): void {
  listRoute(gateway, endpoint, parts, { operation, filters: (query) => query });
}
