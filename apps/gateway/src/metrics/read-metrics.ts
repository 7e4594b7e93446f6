import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { QueryOf } from '@debrief/contracts/endpoints/define';
import type { getUserMetrics } from '@debrief/contracts/endpoints/metrics';
import { getMetrics } from '@debrief/contracts/operations/analytics';
import type { Messaging } from '@debrief/messaging/connection';
import { requestBytes } from '@debrief/messaging/request';
import type { Budget } from '../reply-budget.ts';
import { idsOf, metricsWindow } from './metrics-window.ts';

/** Asks analytics for the metrics of somebody whom directory knows. */
export function readMetrics(
  messaging: Messaging,
  caller: IntegrationCaller,
  {
    of,
    id,
    query,
    budget,
  }: { of: 'user' | 'contact'; id: string; query: QueryOf<typeof getUserMetrics>; budget: Budget },
): Promise<Buffer> {
  const { from, to } = metricsWindow(query, new Date());
  if (from === null || to === null) throw new TypeError('a time bound that its schema let through');
  const input = {
    of,
    id,
    date_gte: from.toISOString(),
    date_lte: to.toISOString(),
    source: idsOf(query.source),
    stage: idsOf(query.stage),
    team: idsOf(query.team),
    type: query.type,
  };
  return requestBytes(messaging, getMetrics, caller, input, budget());
}
