import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { CallDirection, Metrics } from '../resources/metrics.ts';
import { LIST_MAX_ITEMS, Uuid } from '../text.ts';

const Ids = Type.Array(Type.String(), { maxItems: LIST_MAX_ITEMS });

/**
 * Metrics of one user or one contact over the window that the gateway computed from the query: `date_gte` and
 * `date_lte` are inclusive instants with milliseconds. An empty list of ids filters nothing.
 */
export const getMetrics = defineOperation({
  subject: 'analytics.metrics.get',
  scope: 'integration',
  input: Type.Object({
    of: Type.Union([Type.Literal('user'), Type.Literal('contact')]),
    id: Uuid,
    date_gte: Type.String(),
    date_lte: Type.String(),
    source: Ids,
    stage: Ids,
    team: Ids,
    type: CallDirection,
  }),
  output: Metrics,
  errors: [],
  idempotent: true,
});
