import type { InputOf } from '@debrief/contracts/define';
import type { QueryOf } from '@debrief/contracts/endpoints/define';
import { metrics } from '@debrief/contracts/endpoints/metrics';
import { contacts, users } from '@debrief/contracts/endpoints/people';
import { idsOf, metricsWindow } from '@debrief/contracts/metrics-window';
import { getMetrics } from '@debrief/contracts/operations/analytics';
import { getContact, getUser } from '@debrief/contracts/operations/directory-people';
import { route } from './route.ts';
import type { Services } from './services.ts';
import { windowViolations } from './window-violations.ts';

const rules = ({ query }: { query: unknown }) => windowViolations(query, new Date());

export const getUserMetrics = route(users.getUserMetrics, () => ({
  rules,
  handle: async ({ identifier, query, services }) => {
    const { id } = await services.request(getUser, identifier);
    return requestMetrics(services, { of: 'user', id }, query);
  },
}));

export const getContactMetrics = route(contacts.getContactMetrics, () => ({
  rules,
  handle: async ({ identifier, query, services }) => {
    const { id } = await services.request(getContact, identifier);
    return requestMetrics(services, { of: 'contact', id }, query);
  },
}));

export const getIntegrationMetrics = route(metrics.getMetrics, () => ({
  rules,
  handle: ({ query, services }) => requestMetrics(services, { of: 'integration', id: null }, query),
}));

function requestMetrics(
  services: Services,
  subject: Pick<InputOf<typeof getMetrics>, 'of' | 'id'>,
  query: QueryOf<typeof users.getUserMetrics>,
): Promise<Buffer> {
  const { from, to } = metricsWindow(query, new Date());
  if (from === null || to === null)
    throw new TypeError('the schema accepted a time bound that cannot be parsed');
  return services.requestBytes(getMetrics, {
    ...subject,
    date_gte: from.toISOString(),
    date_lte: to.toISOString(),
    source: idsOf(query.source),
    stage: idsOf(query.stage),
    team: idsOf(query.team),
    type: query.type,
  });
}
