import { type Static, Type } from '@sinclair/typebox';
import { MemberRole } from '../caller.ts';
import { Nullable, Text, Uuid } from '../text.ts';

export const PASSWORD_MIN_LENGTH = 12;
/** Long enough for any phrase, and little to hash. */
export const PASSWORD_MAX_LENGTH = 256;
export const Password = Text({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH });

export const Email = Text({ format: 'e-mail' });

/** A person who signs in to the console. */
export const Account = Type.Object({ id: Uuid, email: Type.String(), name: Type.String() });
export type Account = Static<typeof Account>;

/** That a person belongs to an integration or, as an owner, to an organization. */
export const Member = Type.Object({
  id: Uuid,
  account: Account,
  organization_id: Uuid,
  /** Null: an owner's. */
  integration_id: Nullable(Uuid),
  role: MemberRole,
  created_date: Type.String(),
});
export type Member = Static<typeof Member>;

const Named = Type.Object({ id: Uuid, name: Type.String() });

/** An integration that a person may be in, and as what. */
export const Place = Type.Object({
  organization: Named,
  integration: Named,
  member_id: Uuid,
  role: MemberRole,
  /** The agent that the person is there. */
  user_id: Nullable(Uuid),
});
export type Place = Static<typeof Place>;

/** Who is signed in, and where. */
export const Session = Type.Object({
  id: Uuid,
  account: Account,
  /** The integration that was chosen, or the first; null where there is none. */
  place: Nullable(Place),
  /** Whether there are others to switch to. */
  has_other_places: Type.Boolean(),
});
export type Session = Static<typeof Session>;

/** Where a person is signed in. */
export const OpenSession = Type.Object({
  id: Uuid,
  is_this: Type.Boolean(),
  /** As it calls itself. */
  browser: Type.String(),
  address: Type.String(),
  created_date: Type.String(),
  seen_date: Type.String(),
});
export type OpenSession = Static<typeof OpenSession>;

/** From where somebody signs in: for the list of sessions, the limits and the audit trail. */
export const Origin = Type.Object({
  address: Type.String({ maxLength: 128 }),
  browser: Type.String({ maxLength: 256 }),
});
export type Origin = Static<typeof Origin>;

/** `password`: a new password is set, which ends all sessions. `sign-in`: nothing is asked. */
export const LinkPurpose = Type.Union([Type.Literal('password'), Type.Literal('sign-in')]);
export type LinkPurpose = Static<typeof LinkPurpose>;
