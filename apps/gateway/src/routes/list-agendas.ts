import { coaching } from '@debrief/contracts/endpoints/coaching';
import { listAgendas as operation } from '@debrief/contracts/operations/coaching';
import { listRoute } from './list-route.ts';
import { personViolations, userFilter } from './person-filters.ts';

export const listCoachingAgendas = listRoute(coaching.listCoachingAgendas, operation, {
  rules: ({ query }) => personViolations(query),
  filters: async ({ user_id, ...equal }, services, identifier) => ({
    ...equal,
    ...(await userFilter(user_id, services)),
    period_id: identifier.value,
  }),
});
