import t from 'tap';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory, theOnly } from '../fixtures/test-directory.ts';

const { db, integration, contactsOf } = await testDirectory(t);

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

t.test('a phone and e-mails given anew are matched by anew', async (t) => {
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
