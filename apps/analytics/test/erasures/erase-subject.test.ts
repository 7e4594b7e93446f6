import { randomUUID } from 'node:crypto';
import type { Erasure } from '@debrief/contracts/events/erasures';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import { recordErasure } from '@debrief/database/erasures';
import { transaction } from '@debrief/database/pool';
import t from 'tap';
import { eraseSubject } from '../../src/erasures/erase-subject.ts';
import { recordAgent } from '../../src/record-agent.ts';
import { recordAttempts, recordCompleted } from '../../src/record-calls.ts';
import {
  analysed,
  analyticsDatabase,
  call,
  keep,
  metricsOf,
  question,
  tenant,
} from '../fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);

async function erase(
  { integration_id }: { integration_id: string },
  kind: Erasure['kind'],
  subject_id: string,
  with_recordings = kind !== 'user',
): Promise<void> {
  const erasure = { erasure_id: randomUUID(), integration_id, kind, subject_id, with_recordings, words: [] };
  await recordErasure(db, erasure);
  const batch = () => transaction(db, (tx) => eraseSubject(tx, erasure));
  while ((await batch()) === 'more');
}

const factsOf = ({ integration_id }: { integration_id: string }) =>
  db.selectFrom('call_facts').selectAll().where('integration_id', '=', integration_id).execute();

for (const kind of ['recording', 'contact', 'user'] as const) {
  t.test(`of an erased ${kind} only figures stay, and nothing leads to it`, async (t) => {
    const caller = tenant();
    const mine = call(caller, { ...analysed, rating: 4 });
    const other = call(caller, { ...analysed, rating: 2 });
    const unfinished = call(caller, { contact_id: mine.contact_id, user_id: mine.user_id });
    await keep(db, mine, other, unfinished);
    const id = mine[`${kind}_id`] as string;
    await erase(caller, kind, id, true);
    const facts = await factsOf(caller);
    t.notOk(JSON.stringify(facts).includes(id));
    const [erased] = facts.filter(({ is_erased }) => is_erased);
    t.match(erased, { rating: 4, contact_id: null, external_contact_id: null });
    t.equal(erased?.user_id, kind === 'user' ? null : mine.user_id);
    t.equal(facts.length, kind === 'recording' ? 3 : 2, 'one that was not analysed counts no more');
    t.match(await metricsOf(db, caller, question(null, { of: 'integration' })), {
      calls: { analyzed: 2 },
      rating: { average: 3 },
    });
  });
}

t.test('a removed user keeps the calls, under an external id that names nobody', async (t) => {
  const caller = tenant();
  const mine = call(caller, analysed);
  await keep(db, mine, call(caller, analysed));
  const user_id = mine.user_id as string;
  await recordAgent(db, userOf(caller, user_id, 1));
  await erase(caller, 'user', user_id);
  const [left] = (await factsOf(caller)).filter((fact) => fact.user_id === user_id);
  t.match(left, { external_user_id: user_id, is_erased: false });
  t.match(await metricsOf(db, caller, question(user_id)), { calls: { analyzed: 1 } });
  t.strictSame(await agentsOf(user_id), []);
});

const agentsOf = (user_id: string) =>
  db.selectFrom('agents').select('version').where('user_id', '=', user_id).execute();

function userOf({ integration_id }: { integration_id: string }, user_id: string, version: number) {
  const none = { external_user_id: 'a', external_user_ids: [], team_ids: [], timezone: null, signal: true };
  return { integration_id, user_id, version, name: 'Ada', ...none };
}

t.test('events that come late bring nothing back', async (t) => {
  const caller = tenant();
  const { integration_id } = caller;
  const [gone, removed] = [
    fakeRecordingContext({ integration_id }),
    fakeRecordingContext({ integration_id }),
  ];
  await erase(caller, 'contact', gone.contact_id);
  await erase(caller, 'user', removed.user_id);
  await recordAttempts(db, [gone, removed]);
  await recordCompleted(db, [gone, removed]);
  t.match(await factsOf(caller), [
    { recording_id: removed.recording_id, external_user_id: removed.user_id, status: 'COMPLETED' },
  ]);
  t.equal((await factsOf(caller)).length, 1);
  await recordAgent(db, userOf(caller, removed.user_id, 9));
  t.strictSame(await agentsOf(removed.user_id), []);
  const other = randomUUID();
  await recordAgent(db, userOf(caller, other, 1));
  await recordAgent(db, { ...userOf(caller, other, 2), removed: true });
  t.strictSame(await agentsOf(other), []);
});
