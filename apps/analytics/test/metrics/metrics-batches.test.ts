import type { KyselyPlugin } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import {
  analyticsDatabase,
  call,
  keep,
  metricsOfEach,
  question,
  tenant,
} from '../fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);

/** Counts the statements, and how many of them were under way at once. */
function counted() {
  const statements = { total: 0, running: 0, most: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.total += 1;
      statements.running += 1;
      statements.most = Math.max(statements.most, statements.running);
      return node;
    },
    async transformResult({ result }) {
      statements.running -= 1;
      return result;
    },
  };
  return { statements, db: db.withPlugin(plugin) };
}

t.test('each item of a batch sees its own integration, in its own place', async (t) => {
  const [one, other] = [tenant(), tenant()];
  const [ann, ben] = [uuidv7(), uuidv7()];
  await keep(
    db,
    call(one, { user_id: ann }),
    call(other, { user_id: ann }),
    call(other, { user_id: ann }),
    call(other, { user_id: ben }),
  );
  const answers = await metricsOfEach(db, [
    { caller: one, input: question(ann) },
    { caller: other, input: question(ann) },
    { caller: one, input: question(ben) },
    { caller: other, input: question(ben) },
    { caller: one, input: question(ann, { type: 'inbound' }) },
  ]);
  t.strictSame(
    answers.map(({ calls }) => calls.total),
    [1, 2, 0, 1, 0],
  );
});

t.test('equal questions of one integration share a statement, and four run at once at most', async (t) => {
  const callers = [tenant(), tenant()];
  const users = Array.from({ length: 6 }, () => uuidv7());
  const items = Array.from({ length: 48 }, (_, index) => ({
    caller: { ...(callers[index % 2] as (typeof callers)[0]), request_id: `request-${index}` },
    input: question(users[index % 6] as string),
  }));
  const { statements, db: counting } = counted();
  const answers = await metricsOfEach(counting, items);
  t.equal(answers.length, 48);
  t.equal(statements.total, 6);
  t.equal(statements.most, 4);
});

t.test('the same user in two integrations is two questions', async (t) => {
  const user = uuidv7();
  const { statements, db: counting } = counted();
  await metricsOfEach(counting, [
    { caller: tenant(), input: question(user) },
    { caller: tenant(), input: question(user) },
  ]);
  t.equal(statements.total, 2);
});
