import type { QueryOf } from '@debrief/contracts/endpoints/define';
import { contacts, users } from '@debrief/contracts/endpoints/people';
import { getMetrics } from '@debrief/contracts/operations/analytics';
import { getContact, getUser } from '@debrief/contracts/operations/directory-people';
import { idsOf, metricsWindow, windowViolations } from './metrics-window.ts';
import { route } from './route.ts';
import type { Services } from './services.ts';

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

function requestMetrics(
  services: Services,
  person: { of: 'user' | 'contact'; id: string },
  query: QueryOf<typeof users.getUserMetrics>,
): Promise<Buffer> {
  const { from, to } = metricsWindow(query, new Date());
  if (from === null || to === null)
    throw new TypeError('the schema accepted a time bound that cannot be parsed');
  return services.requestBytes(getMetrics, {
    ...person,
    date_gte: from.toISOString(),
    date_lte: to.toISOString(),
    source: idsOf(query.source),
    stage: idsOf(query.stage),
    team: idsOf(query.team),
    type: query.type,
  });
}
