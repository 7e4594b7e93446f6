import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  INVITATION_CONFLICT,
  INVITATION_NOT_FOUND,
  INVITATION_NOT_PENDING,
  QUOTA_EXCEEDED,
  UNKNOWN_INVITER,
} from '../errors.ts';
import { PageInput, PageOf } from '../paging.ts';
import { CreateInvitation, Invitation, PendingInvitation } from '../resources/invitation.ts';
import { Uuid } from '../text.ts';

/** Exactly one inviter is given. `created` is false when a pending invitation for the e-mail is answered instead. */
export const createInvitation = defineOperation({
  subject: 'directory.invitations.create',
  scope: 'integration',
  access: 'write',
  input: CreateInvitation,
  output: Type.Object({ created: Type.Boolean(), invitation: Invitation }),
  errors: [UNKNOWN_INVITER, INVITATION_CONFLICT, QUOTA_EXCEEDED],
  idempotent: true,
});

/** Pending invitations that have not expired. */
export const listInvitations = defineOperation({
  subject: 'directory.invitations.list',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Object(PageInput),
  output: PageOf(PendingInvitation),
  errors: [],
  idempotent: true,
});

/** Queues another e-mail for a pending invitation, which expires as late as one created now. */
export const resendInvitation = defineOperation({
  subject: 'directory.invitations.resend',
  scope: 'integration',
  access: 'write',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Object({ id: Uuid }),
  output: Invitation,
  errors: [INVITATION_NOT_FOUND, INVITATION_NOT_PENDING, QUOTA_EXCEEDED],
  idempotent: false,
});

/** For operators. Revoking a revoked one changes nothing. */
export const revokeInvitation = defineOperation({
  subject: 'directory.invitations.revoke',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, id: Uuid }),
  output: Invitation,
  errors: [INVITATION_NOT_FOUND, INVITATION_NOT_PENDING],
  idempotent: true,
});
