import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  CONTACT_NOT_FOUND,
  EXTERNAL_USER_ID_TAKEN,
  INTEGRATION_NOT_FOUND,
  USER_NOT_FOUND,
} from '../errors.ts';
import { PageInput, PageOf } from '../paging.ts';
import { Contact, UpdateContact } from '../resources/contact.ts';
import { CreateCall } from '../resources/submission.ts';
import { UpdateUser, User } from '../resources/user.ts';
import { NullableString, Uuid } from '../text.ts';

/**
 * Finds or creates the agent and the contact of a submission, and updates the contact with the fields given.
 * `stage` and `source` are those in force at submission.
 */
export const resolveSubmission = defineOperation({
  subject: 'directory.submissions.resolve',
  scope: 'integration',
  input: Type.Pick(CreateCall, [
    'external_user_id',
    'user_name',
    'user_email',
    'user_timezone',
    'user_picture',
    'external_contact_id',
    'contact_name',
    'contact_first_name',
    'contact_last_name',
    'contact_phone',
    'contact_emails',
    'contact_stage',
    'contact_stage_id',
    'contact_source',
    'contact_source_id',
    'contact_tags',
  ]),
  output: Type.Object({
    user_id: Uuid,
    contact_id: Uuid,
    stage: NullableString,
    stage_id: NullableString,
    source: Type.String(),
    source_id: Type.String(),
  }),
  errors: [INTEGRATION_NOT_FOUND],
  idempotent: true,
});

/** Identifiers as the gateway has parsed them. */
export const ContactIdentifier = Type.Object({
  by: Type.Union([Type.Literal('id'), Type.Literal('external_contact_id')]),
  value: Type.String(),
});
export const UserIdentifier = Type.Object({
  by: Type.Union([Type.Literal('id'), Type.Literal('external_user_id')]),
  value: Type.String(),
});

export const getContact = defineOperation({
  subject: 'directory.contacts.get',
  scope: 'integration',
  input: ContactIdentifier,
  output: Contact,
  errors: [CONTACT_NOT_FOUND],
  idempotent: true,
});

/** Filters as a client gives them; the service folds case and reads digits. */
export const listContacts = defineOperation({
  subject: 'directory.contacts.list',
  scope: 'integration',
  input: Type.Object({
    ...PageInput,
    external_contact_id: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
  }),
  output: PageOf(Contact),
  errors: [],
  idempotent: true,
});

/** Only the fields given change. */
export const updateContact = defineOperation({
  subject: 'directory.contacts.update',
  scope: 'integration',
  input: Type.Object({ identifier: ContactIdentifier, change: UpdateContact }),
  output: Contact,
  errors: [CONTACT_NOT_FOUND],
  idempotent: true,
});

export const getUser = defineOperation({
  subject: 'directory.users.get',
  scope: 'integration',
  input: UserIdentifier,
  output: User,
  errors: [USER_NOT_FOUND],
  idempotent: true,
});

export const listUsers = defineOperation({
  subject: 'directory.users.list',
  scope: 'integration',
  input: Type.Object({
    ...PageInput,
    external_user_id: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
  }),
  output: PageOf(User),
  errors: [],
  idempotent: true,
});

/** Only the fields given change. An `external_user_id` becomes the one id of the user. */
export const updateUser = defineOperation({
  subject: 'directory.users.update',
  scope: 'integration',
  input: Type.Object({ identifier: UserIdentifier, change: UpdateUser }),
  output: User,
  errors: [USER_NOT_FOUND, EXTERNAL_USER_ID_TAKEN],
  idempotent: true,
});
