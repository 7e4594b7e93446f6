import { type Static, Type } from '@sinclair/typebox';
import { LIST_MAX_ITEMS, Nullable, Text } from '../text.ts';
import { exampleIds } from './example-story.ts';
import { ExternalIdFilter, Id, Instant, Label, Labels, NullableLabel, personFilters } from './fields.ts';

export const Contact = Type.Object({
  id: Id('Contact id'),
  external_contact_id: Label("The client's id of the contact"),
  name: Label('Full name'),
  first_name: NullableLabel('First name'),
  last_name: NullableLabel('Last name'),
  phone: NullableLabel('Phone number, as given'),
  emails: Labels('E-mail addresses'),
  stage: NullableLabel('Label of the sales stage'),
  stage_id: NullableLabel('Stage id'),
  source: NullableLabel('Label of where the contact came from'),
  source_id: NullableLabel('Source id'),
  tags: Labels('Tags'),
  created_date: Instant('When the contact was created'),
});
export type Contact = Static<typeof Contact>;

function field(description: string) {
  return Type.Optional(Nullable(Text({ minLength: 0 }), { description: `${description}; null empties it` }));
}

function list(description: string) {
  return Type.Optional(Type.Array(Text(), { maxItems: LIST_MAX_ITEMS, description }));
}

/** Body of `PUT /contacts/{identifier}`: only the fields given change. */
export const UpdateContact = Type.Object({
  name: Type.Optional(Text({ description: 'Full name' })),
  first_name: field('First name'),
  last_name: field('Last name'),
  phone: field('Phone number in any standard format'),
  emails: list('E-mail addresses; replaces the whole list'),
  stage: field('Label of the sales stage'),
  stage_id: field('Stage id'),
  source: field('Label of where the contact came from'),
  source_id: field('Source id'),
  tags: list('Tags; replaces the whole list'),
});
export type UpdateContact = Static<typeof UpdateContact>;

/** What a list of contacts is filtered by. */
export const contactFilters = {
  external_contact_id: ExternalIdFilter,
  phone: Type.Optional(Text({ description: 'Compared by digits, however it is written' })),
  ...personFilters,
};

export const contactExample: Contact = {
  id: exampleIds.contact,
  external_contact_id: 'lead-42',
  name: 'John Miller',
  first_name: 'John',
  last_name: 'Miller',
  phone: '+1 415 555 0142',
  emails: ['john@example.com'],
  stage: 'Prospect',
  stage_id: 'stage-2',
  source: 'Web form',
  source_id: 'web',
  tags: ['solar'],
  created_date: '2026-11-20T15:12:20.470Z',
};
