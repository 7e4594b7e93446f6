import {
  DebriefError,
  INVITATION_CONFLICT,
  UNKNOWN_INVITER,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { createInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { inviterViolations } from '@debrief/contracts/resources/invitation';
import type { Tx } from '@debrief/database/pool';
import { handle, type Item, type OperationHandler, type Outcome } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { contestedTransaction } from '../contested.ts';
import { foldCase } from '../submissions/match-keys.ts';
import type { Tables } from '../tables.ts';
import { type InvitationRow, invitationView } from './invitation-view.ts';
import { type Candidate, findInviters, invite } from './invite-statements.ts';
import { newToken } from './token.ts';

type Given = Item<typeof operation>;

export interface InvitationRules {
  /** How long an invitation can be accepted. */
  days: number;
  webAppUrl: string;
}

/**
 * The unique index decides who is first: whatever is asked for at once, in whichever process, one invitation is made
 * for an e-mail, and the others are answered by it.
 */
export function createInvitation(
  db: Kysely<Tables>,
  { days, webAppUrl }: InvitationRules,
  wakeOutbox: () => void,
): OperationHandler {
  return handle(operation, async (items) => {
    const outcomes = await contestedTransaction(db, (tx) => inviteAll(tx, items, days));
    wakeOutbox();
    return outcomes.map((outcome): Outcome<typeof operation> => {
      if (outcome instanceof DebriefError) return { error: outcome };
      const { created, row } = outcome;
      return { ok: { created, invitation: invitationView(row, webAppUrl) } };
    });
  });
}

type Invited = { created: boolean; row: InvitationRow } | DebriefError;

async function inviteAll(tx: Tx<Tables>, items: readonly Given[], days: number): Promise<Invited[]> {
  const inviters = await findInviters(tx, items.map(inviterOf));
  const candidates = items.map((item, index) => {
    const inviter = inviters[index] ?? null;
    return inviter === null || inviterViolations(item.input).length > 0 ? null : candidateOf(item, inviter);
  });
  const good = candidates.filter((candidate) => candidate !== null);
  const rows = good.length === 0 ? [] : await invite(tx, good, days);
  const rowOf = new Map(good.map(({ id }, index) => [id, rows[index] as InvitationRow]));
  return items.map((item, index) => {
    const candidate = candidates[index];
    const row = candidate && rowOf.get(candidate.id);
    if (!candidate || !row) return refusalOf(item);
    if (row.external_user_id !== candidate.external_user_id) return new DebriefError(INVITATION_CONFLICT);
    return { created: row.id === candidate.id, row };
  });
}

function inviterOf({ caller, input }: Given) {
  const { invited_by_user_id: user_id = null, invited_by_email: email } = input;
  return {
    integration_id: caller.integration_id,
    user_id,
    email_key: email == null ? null : foldCase(email),
  };
}

function candidateOf({ caller, input }: Given, inviter: string): Candidate {
  const { email, external_user_id, name = null, first_name = null } = input;
  return {
    integration_id: caller.integration_id,
    id: uuidv7(),
    email,
    email_key: foldCase(email),
    external_user_id,
    name,
    first_name,
    role: input.role ?? 'MEMBER',
    invited_by_user_id: inviter,
    token: newToken(caller.integration_id),
  };
}

function refusalOf(item: Given): DebriefError {
  const violations = inviterViolations(item.input);
  if (violations.length > 0) return new DebriefError(VALIDATION_FAILED, { violations });
  const field = item.input.invited_by_email == null ? 'invited_by_user_id' : 'invited_by_email';
  return new DebriefError(UNKNOWN_INVITER, { field });
}
