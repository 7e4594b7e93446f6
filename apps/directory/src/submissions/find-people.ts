import { findPeople as operation } from '@debrief/contracts/operations/directory-people';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { findCurrentPeople } from './find-current-people.ts';
import { mergeSubmissions } from './merge-submissions.ts';
import { contactsOf, resolvedOf, usersOf } from './resolve-submission.ts';

/** Each item by itself: another one of its batch may be a repeated submission, of which nothing is ever stored. */
export function findPeople(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const merged = items.map((item) => mergeSubmissions([item]));
    const current = await findCurrentPeople(
      db,
      merged.flatMap(({ agents }) => agents),
      merged.flatMap(({ contacts }) => contacts),
    );
    const [users, contacts] = [usersOf(current), contactsOf(current)];
    return merged.map((one, index) => {
      const [item, user, contact] = [one.items[0], users.get(index + 1), contacts.get(index + 1)];
      const isCurrent = item !== undefined && user !== undefined && contact !== undefined;
      return { ok: isCurrent ? resolvedOf(item, user, contact) : null };
    });
  });
}
