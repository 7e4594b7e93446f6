import type { InvitationRole } from '@debrief/contracts/resources/invitation';
import { lockInsertOrder } from '@debrief/database/insert-order';
import { addJob } from '@debrief/database/jobs';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { LostRace } from '../contested.ts';
import { invitationJob } from '../mail/send-invitation.ts';
import type { Tables } from '../tables.ts';
import { type InvitationRow, invitationColumns } from './invitation-view.ts';

/** An invitation that is made unless one for the e-mail is pending. */
export interface Candidate {
  integration_id: string;
  id: string;
  email: string;
  email_key: string;
  external_user_id: string;
  name: string | null;
  first_name: string | null;
  role: InvitationRole;
  invited_by_user_id: string;
  token: string;
}

/** Exactly one of the two names the inviter. */
export interface Inviter {
  integration_id: string;
  user_id: string | null;
  email_key: string | null;
}

/** @returns the user id of each inviter, in their order; null where the integration has no such user. */
export async function findInviters(tx: Tx<Tables>, inviters: readonly Inviter[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(by_id.id, by_email.id) as id
    from unnest(
      ${inviters.map(({ integration_id }) => integration_id)}::uuid[],
      ${inviters.map(({ user_id }) => user_id)}::uuid[],
      ${inviters.map(({ email_key }) => email_key)}::text[]
    ) with ordinality as item (integration_id, user_id, email_key, place)
    left join users by_id on by_id.integration_id = item.integration_id and by_id.id = item.user_id
    left join users by_email
      on by_email.integration_id = item.integration_id and by_email.email_key = item.email_key
    order by item.place
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Invites those for whose e-mail none is pending. @returns the pending invitation of each, in their order. */
export async function invite(
  tx: Tx<Tables>,
  candidates: readonly Candidate[],
  days: number,
): Promise<InvitationRow[]> {
  await expirePending(tx, candidates);
  await insertCandidates(tx, candidates, days);
  const rows = await pendingOfEach(tx, candidates);
  const pending = rows.map((row) => {
    if (row === undefined) throw new LostRace('the pending invitation was accepted or revoked meanwhile');
    return row;
  });
  const created = pending.filter(({ id }, index) => id === candidates[index]?.id);
  for (const { id, integration_id } of created)
    await addJob(tx, invitationJob, { integration_id, invitation_id: id }, { key: id });
  return pending;
}

/**
 * Marks the pending ones that have run out, so that they keep no e-mail from being invited anew. They are locked when
 * the turn is there, in the order in which accepting and revoking lock them.
 */
async function expirePending(tx: Tx<Tables>, candidates: readonly Candidate[]): Promise<void> {
  await sql`
    with ${turnOf(candidates)},
    expired as (
      select i.integration_id, i.id
      from ${keysOf(candidates)}
      join invitations i
        on i.integration_id = item.integration_id and i.email_key = item.email_key
        and i.status = 'PENDING' and i.expires_date <= (select at from insert_order)
      order by i.integration_id, i.id
      for no key update of i
    )
    update invitations set status = 'EXPIRED', ended_date = now()
    from expired
    where invitations.integration_id = expired.integration_id and invitations.id = expired.id
  `.execute(tx);
}

/**
 * Inserts those for whose e-mail none is pending, in the order of the unique index, so that two batches wait for
 * each other but never in a ring. Of several for one e-mail the first is inserted.
 */
async function insertCandidates(
  tx: Tx<Tables>,
  candidates: readonly Candidate[],
  days: number,
): Promise<void> {
  await sql`
    with ${turnOf(candidates)}
    insert into invitations (
      integration_id, id, email, email_key, external_user_id, name, first_name, role, invited_by_user_id, token,
      created_date, expires_date
    )
    select given.*, insert_order.at, insert_order.at + ${days} * interval '1 day'
    from insert_order
    cross join unnest(${candidates.map((candidate) => JSON.stringify(candidate))}::json[])
      with ordinality as item (body, place)
    cross join lateral json_to_record(item.body) as given (
      integration_id uuid, id uuid, email text, email_key text, external_user_id text, name text, first_name text,
      role text, invited_by_user_id uuid, token text
    )
    order by given.integration_id, given.email_key, item.place
    on conflict (integration_id, email_key) where status = 'PENDING' do nothing
  `.execute(tx);
}

/** @returns the pending invitation for each candidate's e-mail, in their order; none where it has just ended. */
async function pendingOfEach(
  tx: Tx<Tables>,
  candidates: readonly Candidate[],
): Promise<(InvitationRow | undefined)[]> {
  const { rows } = await sql<InvitationRow & { place: number }>`
    select item.place, ${invitationColumns}
    from ${keysOf(candidates)}
    join invitations i
      on i.integration_id = item.integration_id and i.email_key = item.email_key and i.status = 'PENDING'
  `.execute(tx);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return candidates.map((_, index) => byPlace.get(index + 1));
}

function keysOf(candidates: readonly Candidate[]) {
  return sql`unnest(
    ${candidates.map(({ integration_id }) => integration_id)}::uuid[],
    ${candidates.map(({ email_key }) => email_key)}::text[]
  ) with ordinality as item (integration_id, email_key, place)`;
}

function turnOf(candidates: readonly Candidate[]) {
  return lockInsertOrder('invitations', sql`select integration_id from ${keysOf(candidates)}`);
}
