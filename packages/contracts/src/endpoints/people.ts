import { Type } from '@sinclair/typebox';
import {
  CONTACT_NOT_FOUND,
  EXTERNAL_USER_ID_TAKEN,
  SIGNAL_INVALID,
  SIGNAL_NOT_FOUND,
  SIGNAL_OFF,
  SIGNALS_OFF,
  USER_NOT_FOUND,
} from '../errors.ts';
import { Contact, contactExample, contactFilters, UpdateContact } from '../resources/contact.ts';
import { UpdateUser, User, userExample, userFilters } from '../resources/user.ts';
import { signalExample, UserSignal } from '../resources/user-signal.ts';
import { defineEndpoints, noQuery } from './define.ts';
import { erasedReply } from './erased-reply.ts';
import { examplePage, listErrors, listQuery, pageOf } from './lists.ts';
import { metricsEndpoint } from './metrics.ts';

export const contacts = defineEndpoints({
  listContacts: {
    method: 'GET',
    path: '/contacts',
    tag: 'Contacts',
    summary: 'List contacts',
    description: 'Contacts in the order in which they were created. Filters combine with AND.',
    query: listQuery('asc', contactFilters),
    replies: {
      200: {
        description: 'A page of contacts',
        schema: pageOf(Contact),
        example: examplePage(contactExample),
      },
    },
    errors: listErrors,
  },

  updateContact: {
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
  },

  eraseContact: {
    method: 'DELETE',
    path: '/contacts/{identifier}',
    tag: 'Contacts',
    summary: 'Erase a contact',
    description:
      'The contact and all recordings with them cannot be read from now on, and are gone everywhere soon after. Figures that name nobody stay.',
    identifies: 'contact',
    query: noQuery,
    replies: erasedReply,
    errors: [{ error: CONTACT_NOT_FOUND }],
  },

  getContactMetrics: {
    ...metricsEndpoint,
    path: '/contacts/{identifier}/metrics',
    summary: 'Get the metrics of a contact',
    description: 'Figures over the calls with a contact. Null, never 0, where there is no sample.',
    identifies: 'contact',
    errors: [{ error: CONTACT_NOT_FOUND }],
  },
});

export const users = defineEndpoints({
  listUsers: {
    method: 'GET',
    path: '/users',
    tag: 'Users',
    summary: 'List users',
    description: 'Users in the order in which they were created. Filters combine with AND.',
    query: listQuery('asc', userFilters),
    replies: {
      200: { description: 'A page of users', schema: pageOf(User), example: examplePage(userExample) },
    },
    errors: listErrors,
  },

  updateUser: {
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
  },

  eraseUser: {
    method: 'DELETE',
    path: '/users/{identifier}',
    tag: 'Users',
    summary: 'Remove a user',
    description:
      "The user cannot be read from now on. Recordings stay, without the user's name, e-mail and external id; coaching agendas lose their content and answers, and keep `external_user_id`. With `with_recordings` the recordings are erased as well.",
    identifies: 'user',
    query: Type.Object({
      with_recordings: Type.Optional(
        Type.Boolean({ default: false, description: "Whether the user's recordings are erased as well" }),
      ),
    }),
    replies: erasedReply,
    errors: [{ error: USER_NOT_FOUND }],
  },

  getUserMetrics: {
    ...metricsEndpoint,
    path: '/users/{identifier}/metrics',
    summary: 'Get the metrics of a user',
    description: 'Figures over the calls of an agent. Null, never 0, where there is no sample.',
    identifies: 'user',
    errors: [{ error: USER_NOT_FOUND }],
  },

  getUserSignal: {
    method: 'GET',
    path: '/users/{identifier}/signal',
    tag: 'Users',
    summary: 'Get the signal of a user',
    description:
      'A behavioral profile inferred from how the user speaks on calls. It is not a psychometric test. 404 until enough speech has been analysed, and where signals are switched off for the integration or the user.',
    identifies: 'user',
    query: noQuery,
    replies: { 200: { description: 'The signal', schema: UserSignal, example: signalExample } },
    errors: [
      { error: USER_NOT_FOUND },
      { error: SIGNAL_NOT_FOUND },
      { error: SIGNALS_OFF },
      { error: SIGNAL_OFF },
      { error: SIGNAL_INVALID },
    ],
  },
});
