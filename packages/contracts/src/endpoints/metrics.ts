import { Type } from '@sinclair/typebox';
import { CONTACT_NOT_FOUND, USER_NOT_FOUND } from '../errors.ts';
import { CallDirection, Metrics } from '../resources/metrics.ts';
import { LIST_MAX_ITEMS, Text } from '../text.ts';
import { defineEndpoint } from './define.ts';
import { metricsExample } from './metrics-example.ts';

function ids(description: string) {
  return Type.Optional(
    Text({ maxLength: 4096, description: `Comma-separated, at most ${LIST_MAX_ITEMS}: ${description}` }),
  );
}

const query = Type.Object({
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

const shared = {
  method: 'GET',
  tag: 'Metrics',
  query,
  replies: { 200: { description: 'The metrics', schema: Metrics, example: metricsExample } },
} as const;

export const getUserMetrics = defineEndpoint({
  ...shared,
  id: 'getUserMetrics',
  path: '/users/{identifier}/metrics',
  summary: 'Get the metrics of a user',
  description: 'Figures over the calls of an agent. Null, never 0, where there is no sample.',
  identifies: 'user',
  errors: [{ error: USER_NOT_FOUND }],
});

export const getContactMetrics = defineEndpoint({
  ...shared,
  id: 'getContactMetrics',
  path: '/contacts/{identifier}/metrics',
  summary: 'Get the metrics of a contact',
  description: 'Figures over the calls with a contact. Null, never 0, where there is no sample.',
  identifies: 'contact',
  errors: [{ error: CONTACT_NOT_FOUND }],
});
