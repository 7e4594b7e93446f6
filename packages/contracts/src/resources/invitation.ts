import { type Static, Type } from '@sinclair/typebox';
import { ExternalId, Nullable, Text, Uuid } from '../text.ts';
import { exampleIds } from './example-story.ts';
import { Id, Instant, Label, NullableLabel } from './fields.ts';

export const InvitationRole = Type.Union([Type.Literal('ADMIN'), Type.Literal('MEMBER')], {
  description: 'What the invited user may do',
});
export type InvitationRole = Static<typeof InvitationRole>;

export const InvitationStatus = Type.Union(
  [Type.Literal('PENDING'), Type.Literal('ACCEPTED'), Type.Literal('EXPIRED'), Type.Literal('REVOKED')],
  { description: '`PENDING` until it is accepted, expires or is revoked' },
);
export type InvitationStatus = Static<typeof InvitationStatus>;

/** An invitation for an agent to join the organization. */
export const Invitation = Type.Object({
  id: Id('Invitation id'),
  email: Label('Recipient'),
  external_user_id: Label("The client's id of the invited user"),
  name: NullableLabel('Name of the invited user'),
  first_name: NullableLabel('First name of the invited user'),
  role: InvitationRole,
  status: InvitationStatus,
  created_date: Instant('When the invitation was created'),
  expires_date: Instant('When the invitation expires'),
  invited_by_user_id: Id('User id of the inviter'),
  invitation_link: Type.String({ format: 'uri', description: 'Acceptance link that may be shared' }),
});
export type Invitation = Static<typeof Invitation>;

/** An invitation in the list of pending ones. */
export const PendingInvitation = Type.Object({
  id: Id('Invitation id'),
  email: Label('Recipient'),
  status: Type.Literal('pending', { description: 'Always `pending`' }),
  created_date: Instant('When the invitation was created'),
});
export type PendingInvitation = Static<typeof PendingInvitation>;

/** Body of `POST /invitations`. That exactly one inviter is given is a rule beside this schema. */
export const CreateInvitation = Type.Object({
  email: Text({ format: 'e-mail', description: 'Recipient' }),
  external_user_id: Type.String({ ...ExternalId, description: "The client's id of the invited user" }),
  invited_by_user_id: Type.Optional(
    Nullable(Uuid, { description: 'User id of the inviter; exactly one of this and `invited_by_email`' }),
  ),
  invited_by_email: Type.Optional(
    Nullable(Text({ format: 'e-mail' }), {
      description: 'E-mail of the inviter; exactly one of this and `invited_by_user_id`',
    }),
  ),
  name: Type.Optional(Nullable(Text(), { description: 'Name of the invited user' })),
  first_name: Type.Optional(Nullable(Text(), { description: 'First name of the invited user' })),
  role: Type.Optional(Nullable(InvitationRole, { description: 'MEMBER when absent' })),
});
export type CreateInvitation = Static<typeof CreateInvitation>;

/** The rule beside the schema: exactly one inviter is given. Also of a body that breaks the schema otherwise. */
export function inviterViolations(body: {
  invited_by_user_id?: unknown;
  invited_by_email?: unknown;
}): string[] {
  return (body.invited_by_user_id == null) === (body.invited_by_email == null)
    ? ['exactly one of invited_by_user_id and invited_by_email must be given']
    : [];
}

export const invitationExample: Invitation = {
  id: exampleIds.invitation,
  email: 'sam@example.com',
  external_user_id: 'rep-8',
  name: 'Sam Rivera',
  first_name: 'Sam',
  role: 'MEMBER',
  status: 'PENDING',
  created_date: '2026-11-20T17:00:00.000Z',
  expires_date: '2026-12-04T17:00:00.000Z',
  invited_by_user_id: exampleIds.inviter,
  invitation_link: 'https://debrief.example.com/invitations/GXoQVcx6CwuLHS5PaowNF',
};
