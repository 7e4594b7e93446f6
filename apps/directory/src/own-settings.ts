import {
  DebriefError,
  INTEGRATION_NOT_FOUND,
  MEMBER_NOT_FOUND,
  OWN_MEMBERSHIP,
} from '@debrief/contracts/errors';
import {
  changeOwnTeam,
  createOwnTeam,
  getOwnIntegration,
  listOwnMembers,
  listOwnTeams,
  removeOwnMember,
  revokeOwnInvitation,
  setOwnCategories,
  setOwnCoaching,
  setOwnRetention,
  setOwnSignals,
} from '@debrief/contracts/operations/directory-own';
import type { Team } from '@debrief/contracts/operations/directory-teams';
import { recordAudit } from '@debrief/database/audit';
import { isoInstant } from '@debrief/database/instants';
import { transaction } from '@debrief/database/pool';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { integrationColumns, integrationView } from './integrations/integration-view.ts';
import { update } from './integrations/update-integration.ts';
import type { InvitationLinks } from './invitations/invitation-links.ts';
import { invitationView } from './invitations/invitation-view.ts';
import { revoke } from './invitations/revoke-invitation.ts';
import { makeOwner } from './members/make-owner.ts';
import { findMembers } from './members/member-view.ts';
import { remove } from './members/remove-member.ts';
import { retryTransaction } from './retry-lost-race.ts';
import type { Tables } from './tables.ts';
import { changeMembership, withoutTeam, withTeam } from './teams/assign-team.ts';
import { insertTeam } from './teams/create-team.ts';

type Db = Kysely<Tables>;

interface Deps {
  wakeOutbox: () => void;
  links: InvitationLinks;
}

/** `directory.own-*`: what operators do for any integration, for the admins and owners of their own. */
export function ownSettings(db: Db, { wakeOutbox, links }: Deps): OperationHandler[] {
  return [
    handleEach(listOwnMembers, async ({ caller: { integration_id, organization_id } }) => ({
      ok: { data: await findMembers(db, ofPlace(integration_id, organization_id)) },
    })),
    handleWrite(removeOwnMember, async ({ caller, input: { id } }) => {
      const { integration_id, organization_id, role, member_id } = caller;
      if (id === member_id) throw new DebriefError(OWN_MEMBERSHIP);
      return {
        ok: await transaction(db, async (tx) => {
          const place = ofPlace(integration_id, role === 'owner' ? organization_id : null);
          const [member] = await findMembers(tx, sql`m.id = ${id} and ${place}`);
          if (member === undefined) throw new DebriefError(MEMBER_NOT_FOUND);
          return remove(tx, caller, id);
        }),
      };
    }),
    makeOwner(db),
    handleWrite(revokeOwnInvitation, async ({ caller, input: { id } }) => {
      const { integration_id } = caller;
      const row = await transaction(db, async (tx) => {
        const revoked = await revoke(tx, { integration_id, id });
        await recordAudit(tx, 'directory', caller, { action: 'invitation.revoked', target: id });
        return revoked;
      });
      return { ok: invitationView(row, links) };
    }),
    handleEach(listOwnTeams, async ({ caller }) => ({
      ok: { data: await teamsOf(db, caller.integration_id) },
    })),
    handleWrite(createOwnTeam, async ({ caller, input: { name } }) => ({
      ok: await transaction(db, async (tx) => {
        const team = await insertTeam(tx, { integration_id: caller.integration_id, name });
        await recordAudit(tx, 'directory', caller, { action: 'team.created', target: team.id });
        return team;
      }),
    })),
    handleWrite(changeOwnTeam, async ({ caller, input: { team_id, user_id, is_in } }) => {
      const { integration_id } = caller;
      const { team_ids } = await retryTransaction(db, async (tx) => {
        const given = { integration_id, team_id, user_id };
        const changed = await changeMembership(tx, given, is_in ? withTeam : withoutTeam);
        const details = { user_id, is_in };
        await recordAudit(tx, 'directory', caller, { action: 'team.changed', target: team_id, details });
        return changed;
      });
      wakeOutbox();
      return { ok: { team_ids } };
    }),
    handleEach(getOwnIntegration, async ({ caller }) => {
      const row = await db
        .selectFrom('integrations')
        .select(integrationColumns)
        .where('id', '=', caller.integration_id)
        .executeTakeFirst();
      if (row === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
      return { ok: integrationView(row) };
    }),
    ...[setOwnCategories, setOwnCoaching, setOwnSignals, setOwnRetention].map((operation) =>
      handleWrite(operation, async ({ caller, input }) => {
        const ok = await transaction(db, (tx) => update(tx, caller, { id: caller.integration_id, ...input }));
        wakeOutbox();
        return { ok };
      }),
    ),
  ];
}

/** The members `m` of the integration, with the owners of the organization where one is given. */
function ofPlace(integrationId: string, organizationId: string | null): RawBuilder<unknown> {
  return sql`(
    m.integration_id = ${integrationId} or (m.integration_id is null and m.organization_id = ${organizationId}::uuid)
  )`;
}

async function teamsOf(db: Db, integrationId: string) {
  const { rows } = await sql<Team & { users: { id: string; name: string }[] }>`
    select t.id, t.integration_id, t.name, ${isoInstant('t.created_date')} as created_date, coalesce((
      select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
      from users u where u.integration_id = t.integration_id and t.id = any (u.team_ids)
    ), '[]') as users
    from teams t
    where t.integration_id = ${integrationId}
    order by t.created_date, t.id
  `.execute(db);
  return rows;
}
