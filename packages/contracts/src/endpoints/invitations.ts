import {
  INVITATION_CONFLICT,
  INVITATION_NOT_FOUND,
  INVITATION_NOT_PENDING,
  QUOTA_EXCEEDED,
  UNKNOWN_INVITER,
} from '../errors.ts';
import {
  CreateInvitation,
  Invitation,
  invitationExample,
  PendingInvitation,
} from '../resources/invitation.ts';
import { defineEndpoints, noQuery } from './define.ts';
import { examplePage, listErrors, listQuery, pageOf } from './lists.ts';

const { id, email, created_date, external_user_id, name, first_name, role } = invitationExample;

export const invitations = defineEndpoints({
  createInvitation: {
    method: 'POST',
    path: '/invitations',
    tag: 'Invitations',
    summary: 'Invite an agent',
    description:
      'Creates an invitation and queues its e-mail; 201 does not confirm delivery. Exactly one of `invited_by_user_id` and `invited_by_email` names the inviter.',
    query: noQuery,
    body: CreateInvitation,
    bodyExample: { email, external_user_id, invited_by_email: 'lead@example.com', name, first_name, role },
    replies: {
      200: {
        description: 'A pending invitation for the e-mail exists already; no new e-mail is sent',
        schema: Invitation,
        example: invitationExample,
      },
      201: { description: 'Created, its e-mail queued', schema: Invitation, example: invitationExample },
    },
    errors: [
      { error: UNKNOWN_INVITER, details: { field: 'invited_by_email' } },
      { error: INVITATION_CONFLICT },
      { error: QUOTA_EXCEEDED, details: { quota: 'emails_per_day', most: 10_000 } },
    ],
  },

  listInvitations: {
    method: 'GET',
    path: '/invitations',
    tag: 'Invitations',
    summary: 'List pending invitations',
    description: 'Invitations that wait for an answer and have not expired, in the order of their creation.',
    query: listQuery('asc', {}),
    replies: {
      200: {
        description: 'A page of pending invitations',
        schema: pageOf(PendingInvitation),
        example: examplePage({ id, email, status: 'pending', created_date }),
      },
    },
    errors: listErrors,
  },

  resendInvitation: {
    method: 'POST',
    path: '/invitations/{invitationId}/resend',
    tag: 'Invitations',
    summary: 'Resend an invitation',
    description:
      'Queues another e-mail for a pending invitation, which then expires as late as one created now. Its link stays the same. An addition to the contract.',
    identifies: 'invitation',
    query: noQuery,
    replies: {
      200: {
        description: 'The invitation with its new expiry, another e-mail queued',
        schema: Invitation,
        example: invitationExample,
      },
    },
    errors: [
      { error: INVITATION_NOT_FOUND },
      { error: INVITATION_NOT_PENDING, details: { status: 'ACCEPTED' } },
    ],
  },
});
