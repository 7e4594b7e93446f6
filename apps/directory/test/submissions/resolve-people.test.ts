import t from 'tap';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory, theOnly } from '../fixtures/test-directory.ts';

const { db, integration, usersOf, contactsOf } = await testDirectory(t);

t.test('a first submission creates its user and its contact with all that is given', async (t) => {
  const scope = await integration({ source: 'Dialer', source_id: 'dialer-1' });
  const resolved = await resolveOne(db, scope, {
    user_timezone: 'Europe/Berlin',
    user_picture: 'https://example.com/ann.png',
    contact_first_name: 'Bob',
    contact_last_name: 'Buyer',
    contact_phone: '+44 (0)20 7946 0958',
    contact_emails: ['Bob@Example.com', 'b@example.com'],
    contact_stage: 'Qualified',
    contact_stage_id: 's-2',
    contact_source: 'Fair',
    contact_source_id: 'f-1',
    contact_tags: ['vip'],
  });
  const user = theOnly(await usersOf(scope));
  const contact = theOnly(await contactsOf(scope));
  t.strictSame(resolved, {
    user_id: user.id,
    contact_id: contact.id,
    stage: 'Qualified',
    stage_id: 's-2',
    source: 'Dialer',
    source_id: 'dialer-1',
  });
  t.match(user, {
    external_user_id: 'u-1',
    name: 'Ann Agent',
    email: 'ann@example.com',
    timezone: 'Europe/Berlin',
    picture: 'https://example.com/ann.png',
  });
  t.match(contact, {
    external_contact_id: 'c-1',
    name: 'Bob Buyer',
    first_name: 'Bob',
    last_name: 'Buyer',
    phone: '+44 (0)20 7946 0958',
    phone_digits: '442079460958',
    emails: ['Bob@Example.com', 'b@example.com'],
    email_keys: ['bob@example.com', 'b@example.com'],
    stage: 'Qualified',
    stage_id: 's-2',
    source: 'Fair',
    source_id: 'f-1',
    tags: ['vip'],
  });
});

t.test('the same submission again finds the same user and contact', async (t) => {
  const scope = await integration();
  t.strictSame(await resolveOne(db, scope), await resolveOne(db, scope));
});

t.test('a known external id wins over the e-mail of another user', async (t) => {
  const scope = await integration();
  const ann = await resolveOne(db, scope, { external_user_id: 'a', user_email: 'ann@example.com' });
  await resolveOne(db, scope, { external_user_id: 'b', user_email: 'ben@example.com' });
  const resolved = await resolveOne(db, scope, { external_user_id: 'a', user_email: 'ben@example.com' });
  t.equal(resolved.user_id, ann.user_id);
  t.equal((await usersOf(scope)).length, 2);
});

t.test(
  'an unknown external id with a known e-mail, in any case, belongs to that user from then on',
  async (t) => {
    const scope = await integration();
    const ann = await resolveOne(db, scope, { external_user_id: 'a', user_email: 'Ann@Example.com' });
    const renamed = await resolveOne(db, scope, { external_user_id: 'z', user_email: 'aNN@example.COM' });
    t.equal(renamed.user_id, ann.user_id);
    const later = await resolveOne(db, scope, { external_user_id: 'z', user_email: 'other@example.com' });
    t.equal(later.user_id, ann.user_id);
    t.match(theOnly(await usersOf(scope)), { external_user_id: 'a', email: 'Ann@Example.com' });
  },
);

t.test('name and e-mail find or create a user but do not change one', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope, { user_name: 'Ann', user_email: 'ann@example.com' });
  await resolveOne(db, scope, { user_name: 'Annie', user_email: 'annie@example.com' });
  t.match(theOnly(await usersOf(scope)), { name: 'Ann', email: 'ann@example.com' });
});

t.test('a time zone or picture given later replaces the user’s; one not given changes nothing', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope, { user_timezone: 'Europe/Berlin' });
  await resolveOne(db, scope, { user_timezone: null, user_picture: 'https://example.com/1.png' });
  t.match(theOnly(await usersOf(scope)), { timezone: 'Europe/Berlin', picture: 'https://example.com/1.png' });
  await resolveOne(db, scope, { user_timezone: 'Asia/Tokyo' });
  t.match(theOnly(await usersOf(scope)), { timezone: 'Asia/Tokyo', picture: 'https://example.com/1.png' });
});

t.test('only the contact fields given change', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope, {
    contact_name: 'Bob',
    contact_first_name: 'B',
    contact_last_name: 'Y',
    contact_phone: '+44 20 7946 0958',
    contact_emails: ['bob@example.com'],
    contact_stage: 'New',
    contact_stage_id: 's-1',
    contact_source: 'Fair',
    contact_source_id: 'f-1',
    contact_tags: ['a', 'b'],
  });
  const before = theOnly(await contactsOf(scope));
  const resolved = await resolveOne(db, scope, {
    contact_name: 'Robert',
    contact_first_name: null,
    contact_stage: 'Won',
    contact_emails: null,
    contact_tags: [],
  });
  t.strictSame([resolved.stage, resolved.stage_id], ['Won', 's-1']);
  t.strictSame(await contactsOf(scope), [
    { ...before, name: 'Robert', name_key: 'robert', stage: 'Won', tags: [] },
  ]);
});

t.test('a new phone and new e-mails replace the keys they are searched by', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope, { contact_phone: '+44 20 7946 0958', contact_emails: ['a@example.com'] });
  await resolveOne(db, scope, { contact_phone: 'none', contact_emails: [] });
  t.match(theOnly(await contactsOf(scope)), { phone: 'none', phone_digits: '', emails: [], email_keys: [] });
});

t.test('nothing is written when nothing differs', async (t) => {
  const scope = await integration();
  const given = {
    user_timezone: 'Europe/Berlin',
    user_picture: 'https://example.com/1.png',
    contact_phone: '+44 20 7946 0958',
    contact_emails: ['bob@example.com'],
    contact_tags: ['a'],
    contact_stage: 'New',
  };
  await resolveOne(db, scope, given);
  const versions = () =>
    db
      .selectFrom('users')
      .innerJoin('contacts', 'contacts.integration_id', 'users.integration_id')
      .innerJoin('user_identities', 'user_identities.integration_id', 'users.integration_id')
      .where('users.integration_id', '=', scope)
      .select(({ ref, cast }) => [
        cast<string>(ref('users.xmin' as 'users.id'), 'text').as('user'),
        cast<string>(ref('contacts.xmin' as 'contacts.id'), 'text').as('contact'),
        cast<string>(ref('user_identities.xmin' as 'user_identities.user_id'), 'text').as('identity'),
        // Set by row locks too.
        cast<string>(ref('users.xmax' as 'users.id'), 'text').as('user_lock'),
        cast<string>(ref('contacts.xmax' as 'contacts.id'), 'text').as('contact_lock'),
      ])
      .execute();
  const before = await versions();
  t.equal(before.length, 1);
  await resolveOne(db, scope, given);
  await resolveOne(db, scope, {});
  t.strictSame(await versions(), before);
  await resolveOne(db, scope, { contact_stage: 'Won' });
  const after = await versions();
  t.not(after[0]?.contact, before[0]?.contact);
  t.equal(after[0]?.user, before[0]?.user);
});

t.test('text at every limit fits, also where folding makes it longer', async (t) => {
  const scope = await integration();
  const longest = 'Ⱥ'.repeat(512);
  const id = '語'.repeat(255);
  const given = {
    external_user_id: id,
    user_name: longest,
    user_email: longest,
    external_contact_id: id,
    contact_name: longest,
    contact_phone: '9'.repeat(512),
    contact_emails: Array.from({ length: 100 }, (_, index) => `${index}${'Ⱥ'.repeat(500)}`),
    contact_tags: ['"', '\\', '{}', 'null', ''],
  };
  const resolved = await resolveOne(db, scope, given);
  t.strictSame(await resolveOne(db, scope, given), resolved);
  t.match(theOnly(await contactsOf(scope)), { tags: given.contact_tags, emails: given.contact_emails });
});
