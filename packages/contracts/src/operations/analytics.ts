import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { PageInput, PageOf } from '../paging.ts';
import { CalendarDate } from '../resources/fields.ts';
import { CallDirection, Metrics } from '../resources/metrics.ts';
import { LIST_MAX_ITEMS, Nullable, Uuid } from '../text.ts';

const Ids = Type.Array(Type.String(), { maxItems: LIST_MAX_ITEMS });

/** `date_gte` and `date_lte` are inclusive instants with milliseconds. An empty list of ids filters nothing. */
const question = {
  of: Type.Union([Type.Literal('user'), Type.Literal('contact'), Type.Literal('integration')]),
  /** Null for the integration, which is the caller's. */
  id: Nullable(Uuid),
  date_gte: Type.String(),
  date_lte: Type.String(),
  source: Ids,
  stage: Ids,
  team: Ids,
  type: CallDirection,
};

/**
 * Metrics of a user, a contact or the integration over the window that the gateway computed from the query. Of a member
 * only their own calls count.
 */
export const getMetrics = defineOperation({
  subject: 'analytics.metrics.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'member',
  input: Type.Object(question),
  output: Metrics,
  errors: [],
  idempotent: true,
});

/**
 * The calls that a figure of `getMetrics` counts, newest submission first or last: all, or those that are analysed and
 * have the label, the rounded rating or the UTC day.
 */
export const listCountedCalls = defineOperation({
  subject: 'analytics.counted-calls.list',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({
    ...PageInput,
    ...question,
    outcome: Type.Optional(Type.String()),
    objection: Type.Optional(Type.String()),
    rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    day: Type.Optional(CalendarDate('UTC day')),
  }),
  output: PageOf(Type.Object({ recording_id: Uuid })),
  errors: [],
  idempotent: true,
});

/** The same for operators, of any integration. One that does not exist has no calls. */
export const showMetrics = defineOperation({
  subject: 'analytics.metrics.show',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, ...question }),
  output: Metrics,
  errors: [],
  idempotent: true,
});
