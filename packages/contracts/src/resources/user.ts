import { type Static, Type } from '@sinclair/typebox';
import { ExternalId, HttpUrl, Nullable, Text } from '../text.ts';
import { exampleIds } from './example-story.ts';
import { ExternalIdFilter, Id, Instant, Label, NullableLabel, personFilters } from './fields.ts';

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

/** What a list of users is filtered by. */
export const userFilters = { external_user_id: ExternalIdFilter, ...personFilters };

export const userExample: User = {
  id: exampleIds.user,
  external_user_id: 'rep-7',
  name: 'Maria Lopez',
  email: 'maria@example.com',
  timezone: 'America/Los_Angeles',
  picture: 'https://files.example.com/maria.png',
  created_date: '2026-11-16T09:30:00.000Z',
};
