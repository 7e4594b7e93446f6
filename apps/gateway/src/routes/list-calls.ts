import { calls } from '@debrief/contracts/endpoints/calls';
import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import {
  acceptedForms,
  type Identifier,
  parseIdentifier,
  requireIdentifier,
} from '@debrief/contracts/identifiers';
import { getUser } from '@debrief/contracts/operations/directory-people';
import { listCalls as operation } from '@debrief/contracts/operations/ingest';
import { isStorableText, parseTimeBound } from '@debrief/contracts/text';
import { listRoute } from './list-route.ts';
import type { Services } from './services.ts';

export const listCalls = listRoute(calls.listCalls, operation, {
  rules: ({ query }) => personViolations(query),
  filters: async (query, services) => {
    const { user_id, contact_id, created_date_gte, created_date_lte, ...equal } = query;
    const contact = contact_id === undefined ? null : requireIdentifier('contact', contact_id);
    const user = user_id === undefined ? null : requireIdentifier('user', user_id);
    return {
      ...equal,
      ...(user !== null && (await userFilter(user, services))),
      ...(contact?.by === 'id' && { contact_id: contact.value }),
      ...(contact?.by === 'external_contact_id' && { external_contact_id: contact.value }),
      ...(created_date_gte !== undefined && { created_date_gte: bound(created_date_gte, 'lower') }),
      ...(created_date_lte !== undefined && { created_date_lte: bound(created_date_lte, 'upper') }),
    };
  },
});

/** Names the filter, which the error of an identifier in a path does not. What is not text, the schema has refused. */
function personViolations(query: unknown): string[] {
  const given = query as Record<string, unknown>;
  return (['user', 'contact'] as const).flatMap((person) => {
    const value = given[`${person}_id`];
    if (typeof value !== 'string' || value === '' || !isStorableText(value)) return [];
    if (parseIdentifier(person, value) !== null) return [];
    return [`${person}_id must be one of ${acceptedForms(person).join(', ')}`];
  });
}

/**
 * A user may have had other external ids before, so an external id stands for the user it means now. One that means
 * no user finds the calls that were submitted with it.
 */
async function userFilter(
  user: Identifier<'user'>,
  services: Services,
): Promise<{ user_id: string } | { external_user_id: string }> {
  if (user.by === 'id') return { user_id: user.value };
  try {
    const { id } = await services.request(getUser, user);
    return { user_id: id };
  } catch (error) {
    if (error instanceof DebriefError && error.definition.code === USER_NOT_FOUND.code)
      return { external_user_id: user.value };
    throw error;
  }
}

function bound(value: string, side: 'lower' | 'upper'): string {
  const instant = parseTimeBound(value, side);
  if (instant === null) throw new TypeError('the schema accepted a time bound that cannot be parsed');
  return instant.toISOString();
}
