import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  EMAIL_NOT_PROVEN,
  INTEGRATION_CHANGED,
  INVITATION_CONFLICT,
  INVITATION_NOT_FOUND,
  INVITATION_NOT_PENDING,
  MEMBER_NOT_FOUND,
  OWN_MEMBERSHIP,
  QUOTA_EXCEEDED,
  TEAM_NOT_FOUND,
  USER_NOT_FOUND,
} from '../errors.ts';
import { ExpectedVersion, Integration, IntegrationSettings } from '../resources/access.ts';
import { CreateInvitation, Invitation, InvitationRole } from '../resources/invitation.ts';
import { Member } from '../resources/member.ts';
import { Nullable, Text, Uuid } from '../text.ts';
import { createInvitation } from './directory-invitations.ts';
import { Team } from './directory-teams.ts';

/** What the admins and owners of an integration do in the console with what is their own, as operators do with all. */
const own = { scope: 'integration', askedBy: ['console'], role: 'admin' } as const;

/** Members of the integration, and the owners of its organization. */
export const listOwnMembers = defineOperation({
  ...own,
  subject: 'directory.own-members.list',
  access: 'read',
  input: Type.Object({}),
  output: Type.Object({ data: Type.Array(Member) }),
  errors: [],
  idempotent: true,
});

/** Owners are removed by owners, and nobody removes themselves. */
export const removeOwnMember = defineOperation({
  ...own,
  subject: 'directory.own-members.remove',
  access: 'write',
  input: Type.Object({ id: Uuid }),
  output: Member,
  errors: [MEMBER_NOT_FOUND, OWN_MEMBERSHIP],
  idempotent: false,
});

/**
 * Makes a member of the integration an owner of its organization as well. An account that somebody made by the link of
 * an invitation must have shown that the e-mail is theirs: by a link that was mailed to it, or by single sign-on.
 */
export const makeOwner = defineOperation({
  ...own,
  role: 'owner',
  subject: 'directory.own-members.make-owner',
  access: 'write',
  input: Type.Object({ id: Uuid }),
  output: Member,
  errors: [MEMBER_NOT_FOUND, EMAIL_NOT_PROVEN],
  idempotent: true,
});

/**
 * Invites in the name of the member who asks. Without an id in the client's system it is that of the agent with the same
 * e-mail, or else the e-mail.
 */
export const createOwnInvitation = defineOperation({
  ...own,
  subject: 'directory.own-invitations.create',
  access: 'write',
  input: Type.Object({
    email: CreateInvitation.properties.email,
    name: Nullable(Text()),
    role: InvitationRole,
    external_user_id: Nullable(CreateInvitation.properties.external_user_id),
  }),
  output: createInvitation.output,
  errors: [INVITATION_CONFLICT, MEMBER_NOT_FOUND, QUOTA_EXCEEDED],
  idempotent: true,
});

export const revokeOwnInvitation = defineOperation({
  ...own,
  subject: 'directory.own-invitations.revoke',
  access: 'write',
  input: Type.Object({ id: Uuid }),
  output: Invitation,
  errors: [INVITATION_NOT_FOUND, INVITATION_NOT_PENDING],
  idempotent: true,
});

/** The oldest first, each with the agents that are in it. */
export const listOwnTeams = defineOperation({
  ...own,
  subject: 'directory.own-teams.list',
  access: 'read',
  input: Type.Object({}),
  output: Type.Object({
    data: Type.Array(
      Type.Composite([
        Team,
        Type.Object({ users: Type.Array(Type.Object({ id: Uuid, name: Type.String() })) }),
      ]),
    ),
  }),
  errors: [],
  idempotent: true,
});

export const createOwnTeam = defineOperation({
  ...own,
  subject: 'directory.own-teams.create',
  access: 'write',
  input: Type.Object({ name: Text() }),
  output: Team,
  errors: [],
  idempotent: false,
});

/** Puts an agent into a team, or takes them out; what is so already stays. */
export const changeOwnTeam = defineOperation({
  ...own,
  subject: 'directory.own-teams.change',
  access: 'write',
  input: Type.Object({ team_id: Uuid, user_id: Uuid, is_in: Type.Boolean() }),
  output: Type.Object({ team_ids: Type.Array(Uuid) }),
  errors: [TEAM_NOT_FOUND, USER_NOT_FOUND],
  idempotent: true,
});

export const getOwnIntegration = defineOperation({
  ...own,
  subject: 'directory.own-integration.get',
  access: 'read',
  input: Type.Object({}),
  output: Integration,
  errors: [],
  idempotent: true,
});

/** Some of the settings, all of them given. */
const setting = <Name extends keyof Static<typeof IntegrationSettings>>(names: Name[]) =>
  Type.Composite([Type.Pick(IntegrationSettings, names), ExpectedVersion]);

/** What calls may be submitted as, and what each is judged by; null: anything, by the general rubric. */
export const setOwnCategories = defineOperation({
  ...own,
  subject: 'directory.own-integration.set-categories',
  access: 'write',
  input: setting(['categories']),
  output: Integration,
  errors: [INTEGRATION_CHANGED],
  idempotent: true,
});

/** How long texts and audio are kept. What is deleted because of it does not come back, so owners decide. */
export const setOwnRetention = defineOperation({
  ...own,
  role: 'owner',
  subject: 'directory.own-integration.set-retention',
  access: 'write',
  input: setting(['text_days', 'audio_days']),
  output: Integration,
  errors: [INTEGRATION_CHANGED],
  idempotent: true,
});

/** When agents are coached, how long they have for an agenda, and whether they are mailed of it. */
export const setOwnCoaching = defineOperation({
  ...own,
  subject: 'directory.own-integration.set-coaching',
  access: 'write',
  input: setting(['cadences', 'review_days', 'agenda_mails']),
  output: Integration,
  errors: [INTEGRATION_CHANGED],
  idempotent: true,
});

/** Whether profiles of agents are inferred. Switched off, those that there are go for good, so owners decide. */
export const setOwnSignals = defineOperation({
  ...own,
  role: 'owner',
  subject: 'directory.own-integration.set-signals',
  access: 'write',
  input: setting(['signals']),
  output: Integration,
  errors: [INTEGRATION_CHANGED],
  idempotent: true,
});
