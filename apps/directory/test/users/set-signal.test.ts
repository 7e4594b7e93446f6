import { setSignal } from '@debrief/contracts/operations/directory-people';
import t from 'tap';
import { userEvents } from '../fixtures/answers.ts';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';
import { resolveOne } from '../fixtures/submission.ts';

const { ask, db, createIntegration } = await runningDirectory(t);

t.test('a user is left out by any id, and each real change is emitted', async (t) => {
  const { id: integration_id } = await createIntegration();
  const { user_id } = await resolveOne(db, integration_id);
  const left = { user_id, signal: false };
  t.match(await ask(setSignal, { integration_id, user: 'u-1', signal: false }), left);
  t.match(await ask(setSignal, { integration_id, user: user_id.toUpperCase(), signal: false }), left);
  await resolveOne(db, integration_id, { user_timezone: 'Asia/Tokyo' });
  t.match(await ask(setSignal, { integration_id, user: user_id, signal: true }), { signal: true });
  t.strictSame(
    (await userEvents(db, integration_id)).map(({ version, signal }) => [version, signal]),
    [
      [1, true],
      [2, false],
      [3, false],
      [4, true],
    ],
  );
});

t.test('a user of another integration is not found', async (t) => {
  const [mine, theirs] = [await createIntegration(), await createIntegration()];
  const { user_id } = await resolveOne(db, theirs.id);
  await t.rejects(
    ask(setSignal, { integration_id: mine.id, user: user_id, signal: false }),
    declared('USER_NOT_FOUND'),
  );
});
