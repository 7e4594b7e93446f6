import type { retryCall as operation } from '@debrief/contracts/operations/ingest';
import t from 'tap';
import { retryCall } from '../../src/calls/retry-call.ts';
import { ask, change, ended, rowOf, submitted, tenant } from '../fixtures/ingest-database.ts';
import { settings, workDatabase } from '../fixtures/work.ts';

const { db } = await workDatabase(t);
let relayed = 0;
const handler = retryCall(db, settings, () => {
  relayed += 1;
});
type Asked = Parameters<typeof ask<typeof operation>>[1];
const retry = (...items: { caller: ReturnType<typeof tenant>; id: string }[]) =>
  ask<typeof operation>(
    handler,
    items.map(({ caller, id }) => ({ caller, input: { by: 'id', value: id } })) as Asked,
  );

t.test('a call that failed is queued again, once; any other stays as it is', async (t) => {
  const caller = tenant();
  const [failed, completed, waiting] = [
    await submitted(db, caller),
    await submitted(db, caller),
    await submitted(db, caller),
  ];
  await change(db, failed, ended.failed);
  await change(db, completed, ended.completed);
  const asked = [failed, completed, waiting].map(({ id }) => ({ caller, id }));
  t.same(await retry(...asked), [{ is_retried: true }, { is_retried: false }, { is_retried: false }]);
  t.match(await rowOf(db, failed), { status: 'QUEUED', attempt: failed.attempt + 1, error: null });
  t.match(await rowOf(db, completed), { status: 'COMPLETED' });
  t.match(await rowOf(db, waiting), { attempt: waiting.attempt });
  t.same(await retry(...asked), [{ is_retried: false }, { is_retried: false }, { is_retried: false }]);
  t.equal(relayed, 1);
});

t.test('of another integration, and of another agent for a member, there is no call', async (t) => {
  const [caller, other] = [tenant(), tenant()];
  const row = await submitted(db, caller);
  await change(db, row, ended.failed);
  const member = { ...caller, member_id: row.id, role: 'member' as const };
  t.same(
    await retry(
      { caller: other, id: row.id },
      { caller: { ...member, user_id: row.analysis_id }, id: row.id },
      { caller: { ...member, user_id: null }, id: row.id },
    ),
    ['CALL_NOT_FOUND', 'CALL_NOT_FOUND', 'CALL_NOT_FOUND'],
  );
  t.match(await rowOf(db, row), { status: 'FAILED' });
  t.same(await retry({ caller: { ...member, user_id: row.user_id }, id: row.id }), [{ is_retried: true }]);
});

t.test('a transcript that was removed cannot be judged again', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller);
  await change(db, row, { ...ended.failed, recording_url: null });
  t.same(await retry({ caller, id: row.id }), ['TRANSCRIPT_REMOVED']);
});
