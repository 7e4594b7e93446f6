import { Type } from '@sinclair/typebox';
import { CallDirection, Metrics } from '../resources/metrics.ts';
import { metricsExample } from '../resources/metrics-example.ts';
import { LIST_MAX_ITEMS, Text } from '../text.ts';
import { defineEndpoints } from './define.ts';

function ids(description: string) {
  return Type.Optional(
    Text({ maxLength: 4096, description: `Comma-separated, at most ${LIST_MAX_ITEMS}: ${description}` }),
  );
}

export const metricsQuery = Type.Object({
  date_gte: Type.Optional(
    Text({
      format: 'time-bound',
      description:
        'Inclusive lower bound of when the call took place: an ISO-8601 date (start of that UTC day) or instant. Default: the start of the UTC day 29 days before the request',
    }),
  ),
  date_lte: Type.Optional(
    Text({
      format: 'time-bound',
      description:
        'Inclusive upper bound: an ISO-8601 date (end of that UTC day) or instant. Default: the time of the request',
    }),
  ),
  source: ids('source ids'),
  stage: ids('ids of stages in which the contact was at call time'),
  team: ids('ids of teams whose agents made the calls'),
  type: Type.Union(CallDirection.anyOf, { default: 'all', description: 'Direction of the calls' }),
});

/** What all metrics have in common. */
export const metricsEndpoint = {
  method: 'GET',
  tag: 'Metrics',
  query: metricsQuery,
  replies: { 200: { description: 'The metrics', schema: Metrics, example: metricsExample } },
} as const;

export const metrics = defineEndpoints({
  getMetrics: {
    ...metricsEndpoint,
    path: '/metrics',
    summary: 'Get the metrics of the integration',
    description:
      'Figures over all calls of the integration; `team` narrows them to those of one team or of several. Null, never 0, where there is no sample. An addition to the contract.',
    errors: [],
  },
});
