import type { IntegrationCaller } from '@debrief/contracts/caller';
import { getMetrics as operation } from '@debrief/contracts/operations/analytics';
import type { Metrics } from '@debrief/contracts/resources/metrics';
import { handle, type Item } from '@debrief/messaging/serve';
import type { Db } from '../tables.ts';
import type { Question } from './counted-calls.ts';
import { measureCalls } from './measure-calls.ts';
import { metricsView } from './metrics-view.ts';
import { previousWindow } from './metrics-window.ts';

type Asked = Item<typeof operation>;

/** Statements of one batch that run at once, so that a burst leaves connections for the events. */
const CONCURRENT_STATEMENTS = 4;

/**
 * Every item has a window and filters of its own, so each is a statement of its own. Two that ask the same of the
 * same integration in one batch share one.
 */
export function getMetrics(db: Db) {
  return handle(operation, async (items) => {
    const keys = items.map(({ caller, input }) => JSON.stringify([caller.integration_id, input]));
    const different = new Map(keys.map((key, index) => [key, items[index] as Asked]));
    const waiting = different.entries();
    const answers = new Map<string, Metrics>();
    const measureInTurn = async () => {
      for (const [key, { caller, input }] of waiting) answers.set(key, await metricsOf(db, caller, input));
    };
    await Promise.all(Array.from({ length: CONCURRENT_STATEMENTS }, measureInTurn));
    return keys.map((key) => ({ ok: answers.get(key) as Metrics }));
  });
}

async function metricsOf(db: Db, caller: IntegrationCaller, question: Question): Promise<Metrics> {
  const previous = previousWindow(question);
  return metricsView(question, previous, await measureCalls(db, caller, question, previous.date_gte));
}
