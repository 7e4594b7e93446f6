import type { getPeriod as operation } from '@debrief/contracts/operations/coaching';
import { CoachingPeriodDetail } from '@debrief/contracts/resources/coaching-period';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getPeriod } from '../../src/periods/get-period.ts';
import {
  ask,
  coachingDatabase,
  counted,
  digest,
  storedPeriod,
  tenant,
} from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
type Op = typeof operation;
const at = (instant: string) => () => new Date(instant);
const get = getPeriod(db, at('2026-11-20T10:00:00.000Z'));

t.test(
  'answers a period with the fields of the contract, and no digest before it is completed',
  async (t) => {
    const caller = tenant();
    const { id } = await storedPeriod(db, caller, {
      cadence: 'semimonthly',
      period_start: '2026-11-01',
      period_end: '2026-11-15',
      review_period_end: '2026-11-22',
      created_date: '2026-11-16T00:00:01.123999Z',
      updated_date: '2026-11-16T00:00:02Z',
    });
    const [answer] = await ask<Op>(get, [{ caller, input: { id } }]);
    t.strictSame(answer, {
      id,
      cadence: 'semimonthly',
      period_start: '2026-11-01',
      period_end: '2026-11-15',
      review_period_end: '2026-11-22',
      review_status: 'open',
      digest_status: 'pending',
      created_date: '2026-11-16T00:00:01.123Z',
      updated_date: '2026-11-16T00:00:02.000Z',
      digest: null,
    });
    t.strictSame(Object.keys(answer as object), Object.keys(CoachingPeriodDetail.properties));
    t.ok(Value.Check(CoachingPeriodDetail, answer));
  },
);

t.test('answers the digest once it is stored', async (t) => {
  const caller = tenant();
  const { id } = await storedPeriod(db, caller, { digest: JSON.stringify(digest) });
  const [answer] = await ask<Op>(get, [{ caller, input: { id } }]);
  t.match(answer, { digest_status: 'completed' });
  t.strictSame((answer as { digest: unknown }).digest, digest);
  t.ok(Value.Check(CoachingPeriodDetail, answer));
  await t.rejects(storedPeriod(db, caller, { digest: 'null' }), 'a digest is an object or not there');
});

t.test(
  'the review is open to the last millisecond of its last day, and closed from midnight on',
  async (t) => {
    const caller = tenant();
    const { id } = await storedPeriod(db, caller, {
      period_start: '2024-02-19',
      period_end: '2024-02-25',
      review_period_end: '2024-02-29',
    });
    const statusAt = async (instant: string) => {
      const [answer] = await ask<Op>(getPeriod(db, at(instant)), [{ caller, input: { id } }]);
      return (answer as { review_status: string }).review_status;
    };
    t.equal(await statusAt('2024-02-29T00:00:00.000Z'), 'open');
    t.equal(await statusAt('2024-02-29T23:59:59.999Z'), 'open');
    t.equal(await statusAt('2024-03-01T00:00:00.000Z'), 'closed');
    t.equal(await statusAt('2026-11-20T10:00:00.000Z'), 'closed');
  },
);

t.test(
  'one statement answers a batch of many tenants, and none reads what is another tenant’s',
  async (t) => {
    const [mine, other] = [tenant(), tenant()];
    const [myPeriod, otherPeriod] = [await storedPeriod(db, mine), await storedPeriod(db, other)];
    const counting = counted(db);
    const answers = await ask<Op>(getPeriod(counting.db, at('2026-11-20T10:00:00.000Z')), [
      { caller: mine, input: { id: otherPeriod.id } },
      { caller: other, input: { id: otherPeriod.id } },
      { caller: mine, input: { id: uuidv7() } },
      { caller: mine, input: { id: myPeriod.id } },
    ]);
    t.strictSame(
      answers.map((answer) => (typeof answer === 'string' ? answer : answer.id)),
      ['PERIOD_NOT_FOUND', otherPeriod.id, 'PERIOD_NOT_FOUND', myPeriod.id],
    );
    t.equal(counting.statements(), 1);
  },
);

t.test('an integration has a period of a cadence once', async (t) => {
  const caller = tenant();
  const { period_start, period_end, review_period_end } = await storedPeriod(db, caller);
  const days = { period_start, period_end, review_period_end };
  await t.rejects(storedPeriod(db, caller, days), { message: /periods_once/ });
  await t.resolves(storedPeriod(db, caller, { ...days, cadence: 'monthly' }));
  await t.resolves(storedPeriod(db, tenant(), days));
});
