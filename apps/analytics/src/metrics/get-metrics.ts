import {
  getMetrics as getOperation,
  showMetrics as showOperation,
} from '@debrief/contracts/operations/analytics';
import type { Metrics } from '@debrief/contracts/resources/metrics';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Db } from '../tables.ts';
import type { Question, Scope } from './counted-calls.ts';
import { measureCalls } from './measure-calls.ts';
import { metricsView } from './metrics-view.ts';
import { previousWindow } from './metrics-window.ts';

/** Every item has a window and filters of its own. */
export function getMetrics(db: Db): OperationHandler {
  return handleEach(getOperation, async ({ caller, input }) => ({ ok: await metricsOf(db, caller, input) }));
}

/** For operators, who name the integration. */
export function showMetrics(db: Db): OperationHandler {
  return handleEach(showOperation, async ({ input: { integration_id, ...question } }) => ({
    ok: await metricsOf(db, { integration_id }, question),
  }));
}

async function metricsOf(db: Db, scope: Scope, question: Question): Promise<Metrics> {
  const previous = previousWindow(question);
  return metricsView(question, previous, await measureCalls(db, scope, question, previous.date_gte));
}
