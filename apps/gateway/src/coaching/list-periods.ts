import { listCoachingPeriods as endpoint } from '@debrief/contracts/endpoints/coaching';
import { listPeriods as operation } from '@debrief/contracts/operations/coaching';
import type { Gateway } from '../http/gateway.ts';
import { listRoute } from '../paging/list-route.ts';
import type { Parts } from '../parts.ts';

export function listPeriods(gateway: Gateway, parts: Parts): void {
  listRoute(gateway, endpoint, parts, { operation, filters: (query) => query });
}
