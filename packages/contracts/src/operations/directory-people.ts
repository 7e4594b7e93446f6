import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  CONTACT_NOT_FOUND,
  EXTERNAL_USER_ID_TAKEN,
  INTEGRATION_NOT_FOUND,
  USER_NOT_FOUND,
} from '../errors.ts';
import { IdentifierOf } from '../identifiers.ts';
import { PageInput, PageOf } from '../paging.ts';
import { Contact, contactFilters, UpdateContact } from '../resources/contact.ts';
import { ResolvedPeople, SubmittedPeople } from '../resources/submission.ts';
import { UpdateUser, User, userFilters } from '../resources/user.ts';
import { ExternalId, Uuid } from '../text.ts';

/**
 * Finds or creates the agent and the contact of a submission, and updates the contact with the fields given.
 * `stage` and `source` are those in force at submission.
 */
export const resolveSubmission = defineOperation({
  subject: 'directory.submissions.resolve',
  scope: 'integration',
  access: 'write',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: SubmittedPeople,
  output: ResolvedPeople,
  errors: [INTEGRATION_NOT_FOUND],
  idempotent: true,
});

/** The same people where they are known and what is given of them is what is stored, else null. Changes nothing. */
export const findPeople = defineOperation({
  subject: 'directory.submissions.find-people',
  scope: 'integration',
  access: 'read',
  input: SubmittedPeople,
  output: Type.Union([ResolvedPeople, Type.Null()]),
  errors: [],
  idempotent: true,
  unrecorded: true,
});

export const ContactIdentifier = IdentifierOf('contact');
export const UserIdentifier = IdentifierOf('user');

export const getContact = defineOperation({
  subject: 'directory.contacts.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: ContactIdentifier,
  output: Contact,
  errors: [CONTACT_NOT_FOUND],
  idempotent: true,
});

/** Filters as a client gives them; the service folds case and reads digits. */
export const listContacts = defineOperation({
  subject: 'directory.contacts.list',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Object({ ...PageInput, ...contactFilters }),
  output: PageOf(Contact),
  errors: [],
  idempotent: true,
});

/** Only the fields given change. */
export const updateContact = defineOperation({
  subject: 'directory.contacts.update',
  scope: 'integration',
  access: 'write',
  input: Type.Object({ identifier: ContactIdentifier, change: UpdateContact }),
  output: Contact,
  errors: [CONTACT_NOT_FOUND],
  idempotent: true,
});

export const getUser = defineOperation({
  subject: 'directory.users.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: UserIdentifier,
  output: User,
  errors: [USER_NOT_FOUND],
  idempotent: true,
});

export const listUsers = defineOperation({
  subject: 'directory.users.list',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Object({ ...PageInput, ...userFilters }),
  output: PageOf(User),
  errors: [],
  idempotent: true,
});

/** Only the fields given change. An `external_user_id` becomes the one id of the user. */
export const updateUser = defineOperation({
  subject: 'directory.users.update',
  scope: 'integration',
  access: 'write',
  input: Type.Object({ identifier: UserIdentifier, change: UpdateUser }),
  output: User,
  errors: [USER_NOT_FOUND, EXTERNAL_USER_ID_TAKEN],
  idempotent: true,
});

/** Leaves a user out of signals, or takes them in again; what was inferred is deleted. `user`: an id or the client's own. */
export const setSignal = defineOperation({
  subject: 'directory.users.set-signal',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, user: ExternalId, signal: Type.Boolean() }),
  output: Type.Object({ user_id: Uuid, name: Type.String(), signal: Type.Boolean() }),
  errors: [USER_NOT_FOUND],
  idempotent: true,
});
