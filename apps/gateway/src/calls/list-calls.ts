import type { IntegrationCaller } from '@debrief/contracts/caller';
import { listCalls as endpoint } from '@debrief/contracts/endpoints/calls';
import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { acceptedForms, type Identifier, parseIdentifier } from '@debrief/contracts/identifiers';
import { getUser } from '@debrief/contracts/operations/directory-people';
import { listCalls as operation } from '@debrief/contracts/operations/ingest';
import { isStorableText, parseTimeBound } from '@debrief/contracts/text';
import type { Messaging } from '@debrief/messaging/connection';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { listRoute } from '../paging/list-route.ts';
import type { Parts } from '../parts.ts';
import type { Budget } from '../reply-budget.ts';

export function listCalls(gateway: Gateway, parts: Parts): void {
  listRoute(gateway, endpoint, parts, {
    operation,
    rules: ({ query }) => personViolations(query),
    filters: async (query, caller, budget) => {
      const { user_id, contact_id, created_date_gte, created_date_lte, ...equal } = query;
      const contact = contact_id === undefined ? null : identifierOf('contact', contact_id);
      const user = user_id === undefined ? null : identifierOf('user', user_id);
      return {
        ...equal,
        ...(user !== null && (await callsOf(user, parts.messaging, caller, budget))),
        ...(contact?.by === 'id' && { contact_id: contact.value }),
        ...(contact?.by === 'external_contact_id' && { external_contact_id: contact.value }),
        ...(created_date_gte !== undefined && { created_date_gte: bound(created_date_gte, 'lower') }),
        ...(created_date_lte !== undefined && { created_date_lte: bound(created_date_lte, 'upper') }),
      };
    },
  });
}

/** A filter is told by its name, unlike the one identifier of a path; what is no text its schema has refused. */
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
 * A user may have come with other external ids than today's, so an external id stands for the user it means now. One
 * that means nobody any more finds the calls that came with it.
 */
async function callsOf(
  user: Identifier<'user'>,
  messaging: Messaging,
  caller: IntegrationCaller,
  budget: Budget,
): Promise<{ user_id: string } | { external_user_id: string }> {
  if (user.by === 'id') return { user_id: user.value };
  try {
    const { id } = await ask(messaging, getUser, caller, { by: user.by, value: user.value }, budget());
    return { user_id: id };
  } catch (error) {
    if (error instanceof DebriefError && error.definition.code === USER_NOT_FOUND.code)
      return { external_user_id: user.value };
    throw error;
  }
}

function bound(value: string, side: 'lower' | 'upper'): string {
  const instant = parseTimeBound(value, side);
  if (instant === null) throw new TypeError('a time bound that its schema let through');
  return instant.toISOString();
}
