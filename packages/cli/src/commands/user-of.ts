import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { getUser, listUsers } from '@debrief/contracts/operations/directory-people';
import { PAGE_SIZE_MAX } from '@debrief/contracts/paging';
import type { User } from '@debrief/contracts/resources/user';
import { isEmail, isExternalId, isUuid } from '@debrief/contracts/text';
import { CommandError } from '../command-error.ts';
import type { CommandContext, Owner } from './command-context.ts';

/** What a user may be named by, for `--help`. */
export const USER_FORMS = "user's id, the client's own id of the agent, or e-mail address";

/**
 * The one user that is meant; an external id may look like an e-mail address.
 * @throws CommandError where nobody or several fit.
 */
export async function userOf(context: CommandContext, owner: Owner, text: string): Promise<User> {
  const found = isUuid(text)
    ? await usersBy(context, owner, 'id', text.toLowerCase())
    : [
        ...(await usersBy(context, owner, 'external_user_id', text)),
        ...(await usersOf(context, owner, text)),
      ];
  const users = [...new Map(found.map((user) => [user.id, user])).values()];
  const [user] = users;
  if (user === undefined)
    throw new CommandError(
      `Nobody in this integration is "${text}". Name a user by their id, the client's own id or their e-mail address.`,
    );
  if (users.length === 1) return user;
  const list = users.map(({ id, external_user_id, name }) => `  ${id}  ${external_user_id}  ${name}`);
  throw new CommandError(`Several users are "${text}". Name one of them by their id:\n${list.join('\n')}`);
}

/** None or one: by any of their external ids, as clients find them. */
async function usersBy(
  { askFor }: CommandContext,
  owner: Owner,
  by: 'id' | 'external_user_id',
  value: string,
): Promise<User[]> {
  if (by === 'external_user_id' && !isExternalId(value)) return [];
  try {
    return [await askFor(owner, getUser, { by, value })];
  } catch (error) {
    if (error instanceof DebriefError && error.definition.code === USER_NOT_FOUND.code) return [];
    throw error;
  }
}

async function usersOf({ askFor }: CommandContext, owner: Owner, email: string): Promise<User[]> {
  if (!isEmail(email)) return [];
  return (await askFor(owner, listUsers, { limit: PAGE_SIZE_MAX, sort: 'desc', email })).data;
}
