import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { resolveSubmission as operation } from '@debrief/contracts/operations/directory-people';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { LostRace, retryLostRace } from '../retry-lost-race.ts';
import type { Tables } from '../tables.ts';
import { findCurrentPeople } from './find-current-people.ts';
import { type MergedItem, type MergedSubmissions, mergeSubmissions } from './merge-submissions.ts';
import { type ResolvedContact, type ResolvedUser, resolvePeople } from './resolve-people.ts';

export function resolveSubmission(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handle(operation, async (items) => {
    const merged = mergeSubmissions(items);
    const { users, contacts } = await resolveAll(db, merged, wakeOutbox);
    return merged.items.map((item) => {
      const user = users.get(item.agent);
      const contact = contacts.get(item.contact);
      if (user === undefined || contact === undefined) {
        return { error: new DebriefError(INTEGRATION_NOT_FOUND) };
      }
      return { ok: resolvedOf(item, user, contact) };
    });
  });
}

/** An item's people, with the stage and the source that are in force for it. */
export function resolvedOf(item: MergedItem, user: KnownUser, contact: ResolvedContact) {
  const { source, source_id } = user;
  const stage = item.stage ?? contact.stage;
  const stage_id = item.stage_id ?? contact.stage_id;
  return { user_id: user.id, contact_id: contact.id, stage, stage_id, source, source_id };
}

type KnownUser = ResolvedUser & { id: string };

/** By their position in the merged lists, from 1. */
interface ResolvedPeople {
  users: Map<number, KnownUser>;
  contacts: Map<number, ResolvedContact>;
}

async function resolveAll(
  db: Kysely<Tables>,
  { agents, contacts }: MergedSubmissions,
  wakeOutbox: () => void,
): Promise<ResolvedPeople> {
  const current = await findCurrentPeople(db, agents, contacts);
  const known = { users: usersOf(current), contacts: contactsOf(current) };
  // Two agents may turn out to be one user, so that who is changed is decided of all together.
  const isWritten = known.users.size < agents.length;
  const changed = contacts.filter((_, index) => !known.contacts.has(index + 1));
  if (!isWritten && changed.length === 0) return known;
  const written = await writePeople(db, { agents: isWritten ? agents : [], contacts: changed }, wakeOutbox);
  return {
    users: isWritten ? written.users : known.users,
    contacts: new Map(
      contacts.flatMap((contact, index) => {
        const row = known.contacts.get(index + 1) ?? written.contacts.get(changed.indexOf(contact) + 1);
        return row === undefined ? [] : [[index + 1, row] as const];
      }),
    ),
  };
}

function writePeople(
  db: Kysely<Tables>,
  { agents, contacts: given }: Pick<MergedSubmissions, 'agents' | 'contacts'>,
  wakeOutbox: () => void,
): Promise<ResolvedPeople> {
  let contacts: ResolvedPeople['contacts'] | undefined;
  return retryLostRace(async () => {
    const rows = await resolvePeople(db, agents, given);
    if (rows.some((row) => row.kind === 'user' && row.has_changes)) wakeOutbox();
    // An attempt that loses an id commits its contacts, so only the first one that commits sees the stages before it.
    contacts ??= contactsOf(rows);
    return { users: usersOf(rows), contacts };
  });
}

export function contactsOf(rows: readonly (ResolvedUser | ResolvedContact)[]): ResolvedPeople['contacts'] {
  return new Map(rows.flatMap((row) => (row.kind === 'contact' ? [[row.ord, row]] : [])));
}

/** @throws LostRace when an external id was lost. What the statement wrote stays, and the retry finds it. */
export function usersOf(rows: readonly (ResolvedUser | ResolvedContact)[]): ResolvedPeople['users'] {
  const users: ResolvedPeople['users'] = new Map();
  for (const row of rows) {
    if (row.kind === 'contact') continue;
    if (row.id === null) throw new LostRace('another batch has just claimed the external id');
    users.set(row.ord, { ...row, id: row.id });
  }
  return users;
}
