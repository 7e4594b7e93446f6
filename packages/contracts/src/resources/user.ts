import { type Static, Type } from '@sinclair/typebox';
import { ExternalId, HttpUrl, Nullable, Text } from '../text.ts';
import { Id, Instant, Label, NullableLabel } from './fields.ts';

/** An agent. */
export const User = Type.Object({
  id: Id('User id'),
  external_user_id: Label("The client's id of the agent"),
  name: Label('Display name'),
  email: Label('E-mail address'),
  timezone: NullableLabel('IANA time zone'),
  picture: NullableLabel('URL of a picture'),
  created_date: Instant('When the user was created'),
});
export type User = Static<typeof User>;

/** Body of `PUT /users/{identifier}`: only the fields given change. */
export const UpdateUser = Type.Object({
  name: Type.Optional(Text({ description: 'Display name' })),
  external_user_id: Type.Optional(
    Type.String({
      ...ExternalId,
      description: 'Re-maps the user to a new external id; the history stays with the user',
    }),
  ),
  timezone: Type.Optional(
    Nullable(Text({ format: 'time-zone' }), { description: 'IANA time zone; null empties it' }),
  ),
  picture: Type.Optional(
    Nullable(HttpUrl, {
      description: 'URL of a picture; null empties it',
    }),
  ),
});
export type UpdateUser = Static<typeof UpdateUser>;
