import { Type } from '@sinclair/typebox';
import {
  CONTACT_NOT_FOUND,
  EXTERNAL_USER_ID_TAKEN,
  SIGNAL_INVALID,
  SIGNAL_NOT_FOUND,
  USER_NOT_FOUND,
} from '../errors.ts';
import { Contact, UpdateContact } from '../resources/contact.ts';
import { UpdateUser, User } from '../resources/user.ts';
import { UserSignal } from '../resources/user-signal.ts';
import { ExternalId, Text } from '../text.ts';
import { defineEndpoint, noQuery } from './define.ts';
import { contactExample, userExample } from './examples.ts';
import { examplePage, listErrors, listQuery, pageOf } from './lists.ts';
import { signalExample } from './signal-example.ts';

const email = Type.Optional(Text({ description: 'Equal to it, case aside' }));
const name = Type.Optional(Text({ description: 'Part of the name, case aside; `%` and `_` are plain' }));

export const listContacts = defineEndpoint({
  id: 'listContacts',
  method: 'GET',
  path: '/contacts',
  tag: 'Contacts',
  summary: 'List contacts',
  description: 'Contacts in the order in which they were created. Filters combine with AND.',
  query: listQuery('asc', {
    external_contact_id: Type.Optional(Type.String({ ...ExternalId, description: 'Exactly this id' })),
    phone: Type.Optional(Text({ description: 'Compared by digits, however it is written' })),
    email,
    name,
  }),
  replies: {
    200: { description: 'A page of contacts', schema: pageOf(Contact), example: examplePage(contactExample) },
  },
  errors: listErrors,
});

export const updateContact = defineEndpoint({
  id: 'updateContact',
  method: 'PUT',
  path: '/contacts/{identifier}',
  tag: 'Contacts',
  summary: 'Update a contact',
  description: 'Only the fields given change; lists are replaced as a whole. Other fields are ignored.',
  identifies: 'contact',
  query: noQuery,
  body: UpdateContact,
  bodyExample: { phone: '+1 415 555 0142', stage: 'Customer', tags: ['solar', 'won'] },
  replies: { 200: { description: 'The updated contact', schema: Contact, example: contactExample } },
  errors: [{ error: CONTACT_NOT_FOUND }],
});

export const listUsers = defineEndpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  tag: 'Users',
  summary: 'List users',
  description: 'Users in the order in which they were created. Filters combine with AND.',
  query: listQuery('asc', {
    external_user_id: Type.Optional(Type.String({ ...ExternalId, description: 'Exactly this id' })),
    email,
    name,
  }),
  replies: {
    200: { description: 'A page of users', schema: pageOf(User), example: examplePage(userExample) },
  },
  errors: listErrors,
});

export const updateUser = defineEndpoint({
  id: 'updateUser',
  method: 'PUT',
  path: '/users/{identifier}',
  tag: 'Users',
  summary: 'Update a user',
  description:
    'Only the fields given change; others are ignored. A new `external_user_id` re-maps the user: the history stays, calls keep the id they came with.',
  identifies: 'user',
  query: noQuery,
  body: UpdateUser,
  bodyExample: { name: 'Maria Lopez', timezone: 'America/Los_Angeles' },
  replies: { 200: { description: 'The updated user', schema: User, example: userExample } },
  errors: [{ error: EXTERNAL_USER_ID_TAKEN }, { error: USER_NOT_FOUND }],
});

export const getUserSignal = defineEndpoint({
  id: 'getUserSignal',
  method: 'GET',
  path: '/users/{identifier}/signal',
  tag: 'Users',
  summary: 'Get the signal of a user',
  description:
    'A behavioral profile inferred from how the user speaks on calls. It is no psychometric test. 404 until enough speech has been analysed.',
  identifies: 'user',
  query: noQuery,
  replies: { 200: { description: 'The signal', schema: UserSignal, example: signalExample } },
  errors: [{ error: USER_NOT_FOUND }, { error: SIGNAL_NOT_FOUND }, { error: SIGNAL_INVALID }],
});
