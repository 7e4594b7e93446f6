import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import t from 'tap';
import { analysisBody } from '../../src/analyses/analysis-view.ts';
import { analyze } from '../../src/analyses/analyze.ts';
import { claimAnalyses } from '../../src/analyses/claim-analyses.ts';
import { type EndedAnalysis, storeAnalyses } from '../../src/analyses/store-analyses.ts';
import type { Coach } from '../../src/engines/coach.ts';
import { loadRubrics } from '../../src/engines/load-rubrics.ts';
import { analysisScene } from '../fixtures/analysis-scene.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';
import { transcribed } from '../fixtures/events.ts';

const { db } = await coachingDatabase(t);
const { recording, transcript } = transcribed();
const context = {
  kind: recording.kind,
  incoming: null,
  occurred_at: recording.occurred_at,
  category: 'sales',
};
const result = await analyze({ transcript, rubric: loadRubrics()(recording), context });
const body = analysisBody(result);
const { speech } = result;
const scene = analysisScene(db, {} as Coach);

async function claimAll(): Promise<EndedAnalysis[]> {
  const { settings } = scene.settings({});
  const claim = { claimant: randomUUID(), holds: [], served: [], places: 10 };
  const claimed = await claimAnalyses(db, settings, claim);
  return claimed.map(({ integration_id, id, attempt, recording }) => {
    return { key: { integration_id, id, attempt }, recording, body, speech, rerun_id: null };
  });
}

t.test('analyses that end together are stored each by its own attempt, once', async (t) => {
  const calls = [scene.recording(), scene.recording(), scene.recording()];
  for (const { deliver } of calls) await deliver();
  const ended = await claimAll();
  const ofCall = (call: (typeof calls)[number]) =>
    ended.find(({ key }) => key.id === call.recording.recording_id) as EndedAnalysis;
  const [one, replaced, other] = calls.map(ofCall) as [EndedAnalysis, EndedAnalysis, EndedAnalysis];
  await calls[1]?.deliver({ attempt: 2 });

  t.strictSame(await storeAnalyses(db, [one, replaced, other]), [true, false, true]);
  t.strictSame(await storeAnalyses(db, [one, other]), [false, false]);
  const stored = await db.selectFrom('analyses').select('recording_id').execute();
  t.strictSame(stored.map(({ recording_id }) => recording_id).sort(), [one.key.id, other.key.id].sort());
  for (const [index, count] of [1, 0, 1].entries()) t.equal((await calls[index]?.events())?.length, count);
  t.equal((await db.selectFrom('analyses_due').select('id').execute()).length, 1);
});

t.test('the analysis of an earlier rerun does not replace that of a later one', async (t) => {
  const call = scene.recording();
  await call.deliver();
  const [work] = (await claimAll()).filter(({ key }) => key.id === call.recording.recording_id);
  await sql`create table held_work as select * from analyses_due where id = ${work?.key.id}`.execute(db);
  const earlier = '01900000-0000-7000-8000-000000000001';
  const later = '01900000-0000-7000-8000-000000000002';
  const latest = '01900000-0000-7000-8000-000000000003';
  const served: unknown[] = [];
  for (const rerun_id of [later, earlier, latest]) {
    await sql`insert into analyses_due select * from held_work on conflict do nothing`.execute(db);
    t.strictSame(await storeAnalyses(db, [{ ...(work as EndedAnalysis), rerun_id }]), [true]);
    served.push((await call.analysis())?.rerun_id);
  }
  t.strictSame(served, [later, later, latest]);
});
