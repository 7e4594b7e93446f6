import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { resolveSubmission as operation } from '@debrief/contracts/operations/directory-people';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { type MergedSubmissions, mergeSubmissions } from './merge-submissions.ts';
import {
  isLostRaceForEmail,
  type ResolvedContact,
  type ResolvedUser,
  resolvePeople,
} from './resolve-statement.ts';

/**
 * A race is lost to a batch that has committed, and what it committed is found at the next try. So one retry is the
 * rule; the bound keeps a fault from looping.
 */
const TRIES_MAX = 10;

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

async function resolveAll(
  db: Kysely<Tables>,
  { agents, contacts }: MergedSubmissions,
  wakeOutbox: () => void,
): Promise<ResolvedPeople> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      const rows = await resolvePeople(db, agents, contacts);
      if (rows.some((row) => row.kind === 'user' && row.has_changes)) wakeOutbox();
      const resolved = sortOut(rows);
      if (resolved !== null) return resolved;
    } catch (error) {
      if (!isLostRaceForEmail(error)) throw error;
    }
  }
  throw new Error(`Users of a batch were still contested after ${TRIES_MAX} tries`);
}

/** @returns null when another batch has claimed the external id of one of the users in the meantime. */
function sortOut(rows: readonly (ResolvedUser | ResolvedContact)[]): ResolvedPeople | null {
  const resolved: ResolvedPeople = { users: new Map(), contacts: new Map() };
  for (const row of rows) {
    if (row.kind === 'contact') resolved.contacts.set(row.place - 1, row);
    else if (row.id === null) return null;
    else resolved.users.set(row.place - 1, { ...row, id: row.id });
  }
  return resolved;
}
