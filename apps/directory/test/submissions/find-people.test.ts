import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { findPeople as operation } from '@debrief/contracts/operations/directory-people';
import t from 'tap';
import { findPeople } from '../../src/submissions/find-people.ts';
import { answersOf } from '../fixtures/answers.ts';
import { resolveOne, submission } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

type Found = OutputOf<typeof operation>;

const { db, integration } = await testDirectory(t);

/** What each is found to be, asked together. */
const find = (scope: string, ...given: Partial<InputOf<typeof operation>>[]) =>
  answersOf<Found>(
    findPeople(db),
    given.map((one) => [scope, submission(one)] as const),
  );

t.test('people of whom nothing would be written are found as resolving finds them', async (t) => {
  const scope = await integration();
  const all = {
    user_timezone: 'Asia/Tokyo',
    contact_stage: 'New',
    contact_stage_id: 's-1',
    contact_tags: ['a'],
  };
  const resolved = await resolveOne(db, scope, all);
  t.strictSame(await find(scope, {}, all, { user_email: 'other@example.com' }), [
    resolved,
    resolved,
    resolved,
  ]);
});

t.test('nobody is found where one of them is new or something of them would change', async (t) => {
  const scope = await integration();
  const resolved = await resolveOne(db, scope, { contact_stage: 'New' });
  const given = [
    ...[{ external_user_id: 'u-2' }, { external_contact_id: 'c-2' }, { user_timezone: 'Asia/Tokyo' }],
    ...[{ user_picture: 'https://example.com/1.png' }, { contact_name: 'Robert' }, { contact_stage: 'Won' }],
  ];
  t.strictSame(
    await find(scope, ...given),
    given.map(() => null),
  );
  t.strictSame(await find(scope, {}), [resolved]);
});

t.test(
  'an item that would change a contact is not found for another that gives what is stored',
  async (t) => {
    const scope = await integration();
    const resolved = await resolveOne(db, scope, { contact_name: 'Bob' });
    const renamed = { contact_name: 'Robert' };
    t.strictSame(await find(scope, renamed, { contact_name: 'Bob' }, renamed), [null, resolved, null]);
  },
);

t.test('the people of another integration are not found', async (t) => {
  const [own, other] = [await integration(), await integration()];
  await resolveOne(db, own);
  t.strictSame(await find(other, {}), [null]);
});
