import { Type } from '@sinclair/typebox';
import { MemberRole } from '../caller.ts';
import { defineOperation } from '../define.ts';
import {
  ACCOUNT_NOT_FOUND,
  INTEGRATION_NOT_FOUND,
  MEMBER_NOT_FOUND,
  ORGANIZATION_NOT_FOUND,
} from '../errors.ts';
import { Email, LinkPurpose, Member } from '../resources/member.ts';
import { Text, Uuid } from '../text.ts';

/** Works once, until then; whoever has it signs in. */
const Link = Type.Object({ url: Type.String(), expires_date: Type.String() });

/**
 * Makes the person a member, with an account if there is none. Exactly one of `organization_id`, of an owner, and
 * `integration_id` is given. Adding again changes the role. `link` is null for an account that has a password.
 */
export const addMember = defineOperation({
  subject: 'directory.members.add',
  scope: 'system',
  input: Type.Object({
    email: Email,
    name: Text(),
    role: MemberRole,
    organization_id: Type.Optional(Uuid),
    integration_id: Type.Optional(Uuid),
  }),
  output: Type.Object({ member: Member, link: Type.Union([Link, Type.Null()]) }),
  errors: [ORGANIZATION_NOT_FOUND, INTEGRATION_NOT_FOUND],
  idempotent: false,
});

/** The oldest first. */
export const listMembers = defineOperation({
  subject: 'directory.members.list',
  scope: 'system',
  input: Type.Object({ organization_id: Type.Optional(Uuid), integration_id: Type.Optional(Uuid) }),
  output: Type.Object({ data: Type.Array(Member) }),
  errors: [],
  idempotent: true,
});

/** An account that belongs nowhere any more goes as well, with its sessions. */
export const removeMember = defineOperation({
  subject: 'directory.members.remove',
  scope: 'system',
  input: Type.Object({ id: Uuid }),
  output: Member,
  errors: [MEMBER_NOT_FOUND],
  idempotent: false,
});

/** A link for somebody who has an account, to be passed on by other means than mail. */
export const createLink = defineOperation({
  subject: 'directory.links.create',
  scope: 'system',
  input: Type.Object({ email: Email, purpose: LinkPurpose }),
  output: Link,
  errors: [ACCOUNT_NOT_FOUND],
  idempotent: false,
});
