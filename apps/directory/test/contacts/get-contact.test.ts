import { Contact } from '@debrief/contracts/resources/contact';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getContact } from '../../src/contacts/get-contact.ts';
import { answerOf, answersOf } from '../fixtures/people.ts';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const { db, integration } = await testDirectory(t);
const get = getContact(db);

t.test('a contact is found by its id and by the client’s, with all that was given', async (t) => {
  const scope = await integration();
  const { contact_id: id } = await resolveOne(db, scope, {
    external_contact_id: 'lead:7/ä',
    contact_first_name: 'Bob',
    contact_last_name: 'Buyer',
    contact_phone: '+44 (0)20 7946 0958',
    contact_emails: ['Bob@Example.com'],
    contact_stage: 'Won',
    contact_stage_id: 's-1',
    contact_source: 'Fair',
    contact_source_id: 'f-1',
    contact_tags: ['vip', 'a "b"'],
  });
  const contact = await answerOf<Contact>(get, scope, { by: 'id', value: id });
  const { created_date, ...rest } = contact;
  t.match(created_date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.strictSame(rest, {
    id,
    external_contact_id: 'lead:7/ä',
    name: 'Bob Buyer',
    first_name: 'Bob',
    last_name: 'Buyer',
    phone: '+44 (0)20 7946 0958',
    emails: ['Bob@Example.com'],
    stage: 'Won',
    stage_id: 's-1',
    source: 'Fair',
    source_id: 'f-1',
    tags: ['vip', 'a "b"'],
  });
  t.strictSame(Object.keys(contact), Object.keys(Contact.properties), 'in the order of the contract');
  t.strictSame(
    await answersOf(get, [
      [scope, { by: 'external_contact_id', value: 'lead:7/ä' }],
      [scope, { by: 'id', value: id.toUpperCase() }],
    ]),
    [contact, contact],
  );
});

t.test('what was never given is null, and an empty list where it is a list', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope);
  const contact = await answerOf<Contact>(get, scope, { by: 'external_contact_id', value: 'c-1' });
  t.match(contact, { phone: null, stage: null, emails: [], tags: [] });
  t.ok(Value.Check(Contact, contact));
});

t.test('a batch answers each item in its place and in its own integration', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  const own = await resolveOne(db, mine);
  const other = await resolveOne(db, theirs);
  const byName = { by: 'external_contact_id', value: 'c-1' };
  const answers = await answersOf<Contact>(get, [
    [theirs, byName],
    [mine, { by: 'id', value: other.contact_id }],
    [mine, byName],
    [mine, { by: 'id', value: uuidv7() }],
    [mine, { by: 'id', value: 'no uuid' }],
    [mine, { by: 'id', value: `urn:uuid:${own.contact_id}` }],
    [mine, { by: 'external_contact_id', value: own.contact_id }],
    [mine, { by: 'external_contact_id', value: 'with \u0000' }],
    [mine, byName],
  ]);
  t.match(answers, [
    { id: other.contact_id },
    'CONTACT_NOT_FOUND',
    { id: own.contact_id },
    ...Array.from({ length: 5 }, () => 'CONTACT_NOT_FOUND'),
    { id: own.contact_id },
  ]);
});
