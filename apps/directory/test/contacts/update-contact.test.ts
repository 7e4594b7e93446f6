import type { Contact } from '@debrief/contracts/resources/contact';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getContact } from '../../src/contacts/get-contact.ts';
import { updateContact } from '../../src/contacts/update-contact.ts';
import { answerOf, answersInTurn, answersOf } from '../fixtures/answers.ts';
import { item, resolve, resolveOne } from '../fixtures/submission.ts';
import { testDirectory, theOnly } from '../fixtures/test-directory.ts';

const { db, integration, contactsOf } = await testDirectory(t);
const update = updateContact(db);
const get = getContact(db);
const known = { by: 'external_contact_id', value: 'c-1' };

t.test('only the fields given change, and searches find the new values', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope, {
    contact_first_name: 'Bob',
    contact_phone: '123',
    contact_emails: ['a@example.com'],
    contact_tags: ['vip'],
  });
  const before = await answerOf<Contact>(get, scope, known);
  const change = {
    name: 'Élodie',
    first_name: null,
    last_name: '',
    phone: '+44 (0)20 7946 0958',
    emails: ['ÉM@example.com'],
    stage: 'Won',
    stage_id: 's-1',
    source: 'Fair',
    source_id: 'f-1',
    tags: [],
  };
  const updated = await answerOf<Contact>(update, scope, { identifier: known, change });
  t.strictSame(updated, { ...before, ...change });
  t.strictSame(await answerOf(get, scope, known), updated);
  t.match(theOnly(await contactsOf(scope)), {
    name_key: 'élodie',
    phone_digits: '442079460958',
    phone_plain: '4402079460958',
    email_keys: ['ém@example.com'],
  });
  const identifier = { by: 'id', value: before.id };
  const emptied = await answerOf<Contact>(update, scope, { identifier, change: { phone: null, emails: [] } });
  t.strictSame(emptied, { ...updated, phone: null, emails: [] });
  t.match(theOnly(await contactsOf(scope)), {
    name: 'Élodie',
    phone_digits: null,
    phone_plain: null,
    email_keys: [],
  });
});

t.test('a field that cannot be updated is ignored', async (t) => {
  const scope = await integration();
  const { contact_id: id } = await resolveOne(db, scope);
  const change = { id: uuidv7(), integration_id: uuidv7(), external_contact_id: 'x', name: 'Robert' };
  const updated = await answerOf<Contact>(update, scope, { identifier: known, change });
  t.match(updated, { id, external_contact_id: 'c-1', name: 'Robert' });
  t.match(theOnly(await contactsOf(scope)), { id, external_contact_id: 'c-1', name: 'Robert' });
});

t.test('updates of one batch are all kept, each in its own integration', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  const own = await resolveOne(db, mine);
  const other = await resolveOne(db, theirs);
  const answers = await answersInTurn<Contact>(update, [
    [mine, { identifier: known, change: { stage: 'New', tags: ['a'] } }],
    [theirs, { identifier: known, change: { stage: 'Theirs' } }],
    [mine, { identifier: { by: 'id', value: other.contact_id }, change: { stage: 'Stolen' } }],
    [mine, { identifier: { by: 'id', value: own.contact_id.toUpperCase() }, change: { stage: 'Won' } }],
    [mine, { identifier: { by: 'id', value: 'not a uuid' }, change: { stage: 'Won' } }],
    [mine, { identifier: { by: 'external_contact_id', value: 'c-2' }, change: { stage: 'Won' } }],
    [mine, { identifier: known, change: {} }],
  ]);
  t.match(answers, [
    { id: own.contact_id, stage: 'New', tags: ['a'] },
    { id: other.contact_id, stage: 'Theirs', tags: [] },
    'CONTACT_NOT_FOUND',
    { id: own.contact_id, stage: 'Won', tags: ['a'] },
    'CONTACT_NOT_FOUND',
    'CONTACT_NOT_FOUND',
    { id: own.contact_id, stage: 'Won', tags: ['a'] },
  ]);
  t.match(theOnly(await contactsOf(mine)), { stage: 'Won', tags: ['a'] });
  t.match(theOnly(await contactsOf(theirs)), { stage: 'Theirs' });
});

t.test('nothing is written when nothing differs', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope, { contact_tags: ['a'] });
  const versions = () => sql`select ctid from contacts where integration_id = ${scope}`.execute(db);
  const before = (await versions()).rows;
  await answerOf(update, scope, { identifier: known, change: { name: 'Bob Buyer', tags: ['a'] } });
  t.strictSame((await versions()).rows, before);
});

t.test('updates and submissions of the same contacts at once are all kept and never deadlock', async (t) => {
  const scope = await integration();
  const names = Array.from({ length: 8 }, (_, index) => `c-${index}`);
  await resolve(
    db,
    names.map((name) => item(scope, { external_contact_id: name })),
  );
  await Promise.all(
    Array.from({ length: 12 }, async (_, round) => {
      const order = round % 2 === 0 ? names : names.toReversed();
      if (round % 3 === 0) {
        await resolve(
          db,
          order.map((name) => item(scope, { external_contact_id: name, contact_stage: `stage ${round}` })),
        );
        return;
      }
      const answers = await answersOf<Contact>(
        update,
        order.map((value) => [
          scope,
          { identifier: { by: 'external_contact_id', value }, change: { source: `source ${round}` } },
        ]),
      );
      t.notOk(answers.includes('CONTACT_NOT_FOUND'));
    }),
  );
  const contacts = await contactsOf(scope);
  t.ok(contacts.every(({ source }) => source?.startsWith('source ')));
  t.equal(new Set(contacts.map(({ stage }) => stage)).size, 1);
});

t.test('unknown fields and names from Object.prototype are ignored', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope);
  const change = { constructor: 1, toString: 'x', hasOwnProperty: null, made_up: 1 };
  const updated = await answerOf<Contact>(update, scope, { identifier: known, change });
  t.strictSame(updated, await answerOf(get, scope, known));
});
