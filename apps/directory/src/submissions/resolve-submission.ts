import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { resolveSubmission as operation } from '@debrief/contracts/operations/directory-people';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { contested, LostRace } from '../contested.ts';
import type { Tables } from '../tables.ts';
import { type MergedSubmissions, mergeSubmissions } from './merge-submissions.ts';
import { type ResolvedContact, type ResolvedUser, resolvePeople } from './resolve-statement.ts';

export function resolveSubmission(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handle(operation, async (items) => {
    const merged = mergeSubmissions(items);
    const { users, contacts } = await resolveAll(db, merged, wakeOutbox);
    return merged.places.map((place) => {
      const user = users.get(place.agent);
      const contact = contacts.get(place.contact);
      if (user === undefined || contact === undefined) {
        return { error: new DebriefError(INTEGRATION_NOT_FOUND) };
      }
      const stage = place.stage ?? contact.stage;
      const stage_id = place.stage_id ?? contact.stage_id;
      const { source, source_id } = user;
      return { ok: { user_id: user.id, contact_id: contact.id, stage, stage_id, source, source_id } };
    });
  });
}

interface ResolvedPeople {
  users: Map<number, ResolvedUser & { id: string }>;
  contacts: Map<number, ResolvedContact>;
}

function resolveAll(
  db: Kysely<Tables>,
  { agents, contacts }: MergedSubmissions,
  wakeOutbox: () => void,
): Promise<ResolvedPeople> {
  return contested(async () => {
    const rows = await resolvePeople(db, agents, contacts);
    if (rows.some((row) => row.kind === 'user' && row.has_changes)) wakeOutbox();
    return sortOut(rows);
  });
}

/** @throws LostRace: what the statement wrote stays, and is found by the next. */
function sortOut(rows: readonly (ResolvedUser | ResolvedContact)[]): ResolvedPeople {
  const resolved: ResolvedPeople = { users: new Map(), contacts: new Map() };
  for (const row of rows) {
    if (row.kind === 'contact') resolved.contacts.set(row.place - 1, row);
    else if (row.id === null) throw new LostRace('another batch has just claimed the external id');
    else resolved.users.set(row.place - 1, { ...row, id: row.id });
  }
  return resolved;
}
