import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import { exportMarkedClaims, listOwnMarkedClaims, markClaim } from '@debrief/contracts/operations/claims';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { claimHandlers } from '../../src/claims/marked-claims.ts';
import { coachedTeam } from '../fixtures/coached-team.ts';
import { ask as askEach, coachingDatabase } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const handlers = claimHandlers(db);
const summary = { claim_id: 'summary', indicator: null };
const outcome = { claim_id: 'disposition.outcomes.0', indicator: null };

async function ask<O extends Operation>(operation: O, caller: IntegrationCaller, input: InputOf<O>) {
  const handler = handlers.find((one) => one.operation.subject === operation.subject);
  if (handler === undefined) throw new Error(`${operation.subject} has no handler`);
  const [answer] = await askEach<O>(handler, [{ caller, input }]);
  return answer as OutputOf<O>;
}

/** A call of a team of its own, and two of its members who say what is wrong with it. */
async function aCall() {
  const team = await coachedTeam(db);
  const { integration_id } = team;
  const recording_id = await team.call(await team.agent('Ada'), '2026-11-10T10:00:00Z', 'solar-appointment');
  const member = () => {
    const caller = { access: 'read-write', request_id: 'test', role: 'admin', user_id: null } as const;
    return { ...caller, organization_id: uuidv7(), integration_id, member_id: uuidv7() };
  };
  return { integration_id, recording_id, ada: member(), bob: member() };
}

t.test('admins see who marked what in all calls, the newest first, as often as they ask for', async (t) => {
  const { recording_id, ada, bob } = await aCall();
  t.strictSame(await ask(listOwnMarkedClaims, ada, { limit: 5 }), { data: [], has_more: false });
  await ask(markClaim, ada, { recording_id, ...summary, fault: 'not_said' });
  await ask(markClaim, bob, { recording_id, ...outcome, fault: 'means_otherwise' });
  const { data } = await ask(listOwnMarkedClaims, ada, { limit: 5 });
  t.match(data, [
    { recording_id, ...outcome, fault: 'means_otherwise', member_id: bob.member_id, is_past: false },
    { recording_id, ...summary, fault: 'not_said', member_id: ada.member_id, is_past: false },
  ]);
  t.ok(data.every(({ claim }) => typeof claim === 'string' && claim !== ''));
  t.match(await ask(listOwnMarkedClaims, ada, { limit: 1 }), { data: [outcome], has_more: true });
});

t.test('nobody sees what was marked in another integration', async (t) => {
  const [mine, theirs] = [await aCall(), await aCall()];
  await ask(markClaim, mine.ada, { recording_id: mine.recording_id, ...summary, fault: 'of_no_use' });
  t.strictSame((await ask(listOwnMarkedClaims, theirs.ada, { limit: 5 })).data, []);
});

t.test(
  'what was marked before a call was judged again keeps its words, until these are removed',
  async (t) => {
    const { integration_id, recording_id, ada } = await aCall();
    await ask(markClaim, ada, { recording_id, ...summary, fault: 'not_said' });
    const [before] = (await ask(listOwnMarkedClaims, ada, { limit: 5 })).data;
    await sql`
    insert into past_analyses (integration_id, recording_id, attempt, rating, body, created_date)
    select integration_id, recording_id, attempt, rating, body, created_date from analyses
    where integration_id = ${integration_id}
  `.execute(db);
    await sql`
    update analyses set created_date = created_date + interval '1 hour' where integration_id = ${integration_id}
  `.execute(db);
    t.strictSame((await ask(listOwnMarkedClaims, ada, { limit: 5 })).data, [{ ...before, is_past: true }]);
    await sql`delete from past_analyses where integration_id = ${integration_id}`.execute(db);
    t.match(await ask(listOwnMarkedClaims, ada, { limit: 5 }), { data: [{ claim: null, is_past: true }] });
  },
);

t.test('operators print the same with the rubric, and not who said so', async (t) => {
  const { integration_id, recording_id, ada } = await aCall();
  await ask(markClaim, ada, { recording_id, ...summary, fault: 'not_said' });
  const [shown] = (await ask(listOwnMarkedClaims, ada, { limit: 5 })).data;
  const [printed] = (await ask(exportMarkedClaims, ada, { integration_id, limit: 5 })).data;
  t.match(printed, { recording_id, ...summary, fault: 'not_said', claim: shown?.claim });
  t.match(printed?.rubric_version, /@/);
  t.notOk(printed !== undefined && 'member_id' in printed);
});
