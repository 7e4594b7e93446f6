import t from 'tap';
import { uuidv7 } from 'uuidv7';
import type { Question } from '../../src/metrics/counted-calls.ts';
import { recordAgent } from '../../src/record-agent.ts';
import {
  analyticsDatabase,
  call,
  keep,
  metricsOf,
  question,
  tenant,
} from '../fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);
const caller = tenant();
const [ann, ben, contact_id] = [uuidv7(), uuidv7(), uuidv7()];
const yesterday = '2026-11-19T10:00:00.000Z';
await keep(
  db,
  call(caller, { user_id: ann, contact_id, incoming: true, source_id: 's1', stage_id: 'g1' }),
  call(caller, { user_id: ann, contact_id, incoming: false, source_id: 's1', stage_id: 'g2' }),
  call(caller, { user_id: ann, contact_id, incoming: null, source_id: 's2', stage_id: null }),
  call(caller, { user_id: ben, contact_id, incoming: true, source_id: null, stage_id: 'g1' }),
  call(caller, { user_id: ben, contact_id, incoming: true, source_id: 's2', occurred_at: yesterday }),
);
const agent = { integration_id: caller.integration_id, version: 1, name: '', timezone: null, signal: true };
const external = { external_user_id: 'u', external_user_ids: ['u'] };
await recordAgent(db, { ...agent, ...external, user_id: ann, team_ids: ['north', 'all'] });
await recordAgent(db, { ...agent, ...external, user_id: ben, team_ids: ['south', 'all'] });

/** Calls of the day, calls of the day before. */
async function counts(change: Partial<Question>): Promise<[number, number]> {
  const { calls, previous_period, filters } = await metricsOf(
    db,
    caller,
    question(contact_id, { of: 'contact', ...change }),
  );
  t.strictSame(filters, { source: [], stage: [], team: [], type: 'all', ...change }, 'filters are echoed');
  return [calls.total, previous_period.calls_total];
}

t.test('empty lists filter nothing', async (t) => {
  t.strictSame(await counts({}), [4, 1]);
});

t.test('a call comes from one of the sources', async (t) => {
  t.strictSame(await counts({ source: ['s1'] }), [2, 0]);
  t.strictSame(await counts({ source: ['s2', 's1'] }), [3, 1]);
  t.strictSame(await counts({ source: ['S1'] }), [0, 0]);
});

t.test('a call was in one of the stages', async (t) => {
  t.strictSame(await counts({ stage: ['g1'] }), [2, 0]);
  t.strictSame(await counts({ stage: ['g1', 'g2'] }), [3, 0]);
});

t.test('a call is of an agent of one of the teams', async (t) => {
  t.strictSame(await counts({ team: ['north'] }), [3, 0]);
  t.strictSame(await counts({ team: ['south'] }), [1, 1]);
  t.strictSame(await counts({ team: ['north', 'south'] }), [4, 1]);
  t.strictSame(await counts({ team: ['west'] }), [0, 0]);
});

t.test('a call without a direction counts for neither', async (t) => {
  t.strictSame(await counts({ type: 'inbound' }), [2, 1]);
  t.strictSame(await counts({ type: 'outbound' }), [1, 0]);
});

t.test('filters hold together', async (t) => {
  t.strictSame(await counts({ source: ['s1'], stage: ['g1'], team: ['all'], type: 'inbound' }), [1, 0]);
  t.strictSame(await counts({ source: ['s1'], stage: ['g2'], type: 'inbound' }), [0, 0]);
});

t.test('an id may hold any text', async (t) => {
  const id = `a,"b" {c}\\ 'd'`;
  const user_id = uuidv7();
  await keep(db, call(caller, { user_id, source_id: id }), call(caller, { user_id, source_id: 'a' }));
  t.equal((await metricsOf(db, caller, question(user_id, { source: [id] }))).calls.total, 1);
});
