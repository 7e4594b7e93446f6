import { Contact } from '@debrief/contracts/resources/contact';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getContact } from '../../src/contacts/get-contact.ts';
import { listContacts } from '../../src/contacts/list-contacts.ts';
import { allPages, answerOf, answersOf, type Page } from '../fixtures/answers.ts';
import { item, resolve, resolveOne } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const { db, integration } = await testDirectory(t);
const get = getContact(db);
const list = listContacts(db);

t.test('a contact is found by its id and by its external id, with all that was given', async (t) => {
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

t.test('fields never given are null, lists never given are empty', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope);
  const contact = await answerOf<Contact>(get, scope, { by: 'external_contact_id', value: 'c-1' });
  t.match(contact, { phone: null, stage: null, emails: [], tags: [] });
  t.ok(Value.Check(Contact, contact));
});

t.test('a batch of reads answers each item in order and in its own integration', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  const own = await resolveOne(db, mine);
  const other = await resolveOne(db, theirs);
  const byName = { by: 'external_contact_id', value: 'c-1' };
  const answers = await answersOf<Contact>(get, [
    [theirs, byName],
    [mine, { by: 'id', value: other.contact_id }],
    [mine, byName],
    [mine, { by: 'id', value: uuidv7() }],
    [mine, { by: 'id', value: 'not a uuid' }],
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

async function found(scope: string, filters: object): Promise<string[]> {
  const page = await answerOf<Page<Contact>>(list, scope, { limit: 100, sort: 'asc', ...filters });
  return page.data.map(({ external_contact_id }) => external_contact_id);
}

t.test(
  'paging shows every contact once in both directions, also when many share one created date',
  async (t) => {
    const scope = await integration();
    const names = Array.from({ length: 23 }, (_, index) => `c-${index}`);
    await resolve(
      db,
      names.map((name) => item(scope, { external_contact_id: name })),
    );
    await sql`
    update contacts set created_date = timestamptz '2026-01-01 00:00:00.001Z'
      + (right(external_contact_id, 1)::int / 4) * interval '1 microsecond'
    where integration_id = ${scope}`.execute(db);
    const { rows } = await sql<{ external_contact_id: string }>`
    select external_contact_id from contacts where integration_id = ${scope} order by created_date, id`.execute(
      db,
    );
    const inOrder = rows.map((row) => row.external_contact_id);
    for (const limit of [1, 7, 23, 100]) {
      const pages = await allPages<Contact>(list, scope, { limit, sort: 'asc' });
      t.equal(pages.length, Math.ceil(23 / limit));
      t.strictSame(
        pages.flat().map(({ external_contact_id }) => external_contact_id),
        inOrder,
      );
    }
    const backwards = await allPages<Contact>(list, scope, { limit: 5, sort: 'desc' });
    t.strictSame(
      backwards.flat().map(({ external_contact_id }) => external_contact_id),
      inOrder.toReversed(),
    );
  },
);

t.test('a contact looks the same in a list and on its own', async (t) => {
  const scope = await integration();
  const { contact_id } = await resolveOne(db, scope, { contact_emails: ['b@example.com'] });
  const { data, next } = await answerOf<Page<Contact>>(list, scope, { limit: 1, sort: 'desc' });
  t.strictSame(data, [await answerOf(get, scope, { by: 'id', value: contact_id })]);
  t.equal(next, null);
});

t.test('filters match exactly and can be combined', async (t) => {
  const scope = await integration();
  await resolve(db, [
    item(scope, {
      external_contact_id: 'a',
      contact_name: 'Élodie Marchand',
      contact_phone: '+44 (0)20 7946 0958',
      contact_emails: ['Elodie@Example.com', 'ÉM@example.com'],
    }),
    item(scope, {
      external_contact_id: 'A',
      contact_name: 'March Hare',
      contact_phone: '(415) 555-2671',
      contact_emails: ['hare@example.com'],
    }),
    item(scope, { external_contact_id: 'c', contact_name: 'Nobody', contact_phone: 'unknown' }),
  ]);
  const cases: [filters: object, expected: string[]][] = [
    [{}, ['a', 'A', 'c']],
    [{ external_contact_id: 'a' }, ['a']],
    [{ external_contact_id: 'a ' }, []],
    [{ email: 'elodie@EXAMPLE.com' }, ['a']],
    [{ email: 'ém@example.com' }, ['a']],
    [{ email: 'elodie@example' }, []],
    [{ name: 'ÉLODIE' }, ['a']],
    [{ name: 'march' }, ['a', 'A']],
    [{ phone: '442079460958' }, ['a']],
    [{ phone: '0044 20 7946 0958' }, ['a']],
    [{ phone: '+44 (0)20 7946 0958' }, ['a']],
    [{ phone: '4402079460958' }, ['a']],
    [{ phone: '415.555.2671' }, ['A']],
    [{ phone: '5552671' }, []],
    [{ phone: 'unknown' }, []],
    [{ phone: '' }, []],
    [{ name: 'march', email: 'hare@example.com' }, ['A']],
    [{ name: 'march', external_contact_id: 'a', phone: '4155552671' }, []],
    [{ name: 'with \u0000' }, []],
  ];
  for (const [filters, expected] of cases) {
    t.strictSame((await found(scope, filters)).sort(), expected.sort(), JSON.stringify(filters));
  }
});

t.test(
  'a batch of lists shows each integration its own contacts, and equal requests get equal replies',
  async (t) => {
    const [mine, theirs] = [await integration(), await integration()];
    await resolveOne(db, mine, { external_contact_id: 'mine' });
    await resolveOne(db, theirs, { external_contact_id: 'theirs' });
    const input = { limit: 10, sort: 'asc' };
    const pages = await answersOf<Page<Contact>>(list, [
      [mine, input],
      [theirs, input],
      [mine, input],
      [mine, { ...input, external_contact_id: 'theirs' }],
      [mine, { ...input, name: 'bob' }],
    ]);
    t.strictSame(
      pages.map((page) => (page as Page<Contact>).data.map(({ external_contact_id }) => external_contact_id)),
      [['mine'], ['theirs'], ['mine'], [], ['mine']],
    );
  },
);
