import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { acceptedForms, parseIdentifier, requireIdentifier } from '@debrief/contracts/identifiers';
import { getUser } from '@debrief/contracts/operations/directory-people';
import { isStorableText } from '@debrief/contracts/text';
import type { Services } from './services.ts';

/** Names the filter, which the error of an identifier in a path does not. What is not text, the schema has refused. */
export function personViolations(query: unknown): string[] {
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
 * no user finds what was stored with it.
 */
export async function userFilter(
  userId: string | undefined,
  services: Services,
): Promise<{ user_id?: string; external_user_id?: string }> {
  if (userId === undefined) return {};
  const user = requireIdentifier('user', userId);
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
