import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { getQueue as operation } from '@debrief/contracts/operations/ingest-queue';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { getQueue } from '../../src/recordings/get-queue.ts';
import { ask, operator as caller, change, ended, submitted, tenant } from '../fixtures/ingest-database.ts';
import { pass, workDatabase } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);
const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

async function queue(input: Partial<InputOf<typeof operation>> = {}, countedTo?: number) {
  const handler = getQueue(db, countedTo === undefined ? {} : { countedTo });
  const [answer] = await ask<typeof operation>(handler, [{ caller, input: { limit: 100, ...input } }]);
  if (!Value.Check(operation.output, answer)) throw new Error(`does not fit: ${JSON.stringify(answer)}`);
  return answer as OutputOf<typeof operation>;
}

t.test('says for each integration what waits, runs and is stuck, for how long and why', async (t) => {
  t.match(await queue(), { integrations: [], more: false });
  const stuck = await claimed();
  await worker.release(stuck.recording, 'wait');
  const { owner } = stuck;
  for (let index = 0; index < 3; index += 1) await submitted(db, owner);
  for (const state of ['downloads', 'is paused', 'is analyzed', 'is silent']) {
    const [work] = await worker.claim();
    if (work === undefined) throw new Error('nothing was claimed');
    const row = { integration_id: work.recording.integration_id, id: work.recording.recording_id } as never;
    if (state === 'is paused') await worker.renew(work.recording, { paused: true });
    if (state === 'is analyzed' || state === 'is silent') await worker.finish(work.recording);
    if (state === 'is silent') await change(db, row, { analysis_requests: 2 });
    await submitted(db, owner);
  }
  await change(db, await submitted(db, owner), ended.failed);
  const [mine, ...others] = (await queue()).integrations;
  t.same(others, []);
  t.match(mine, {
    integration_id: owner.integration_id,
    waiting: 3,
    running: 3,
    stuck: 2,
    oldest: { id: stuck.row.id, status: 'QUEUED', queued_at: `${stuck.row.queued_at.slice(0, 23)}Z` },
  });
  const reasons = Object.fromEntries(
    mine?.reasons.map(({ waits_for, recordings }) => [waits_for, recordings]) ?? [],
  );
  t.same(reasons, { worker: 3, engine_unavailable: 1, engine_place: 1, analysis: 2 });
});

t.test('what is tried again and again waits since the first time', async (t) => {
  const { owner, recording } = await claimed();
  let held = recording;
  const secondsOf = async (reason: string) => {
    const [mine] = (await queue({ integration_id: owner.integration_id })).integrations;
    return mine?.reasons.find(({ waits_for }) => waits_for === reason)?.longest_seconds ?? 0;
  };
  for (let time = 0; time < 3; time += 1) {
    await worker.release(held, 'wait');
    await pass(db, 86_400);
    const seconds = await secondsOf('engine_unavailable');
    t.ok(seconds >= (time + 1) * 86_400 && seconds < (time + 1) * 86_400 + 3_600, `${seconds} s`);
    held = (await worker.claim())[0]?.recording ?? held;
  }
  await worker.renew(held, { paused: true });
  await pass(db, 60);
  await worker.renew(held, { paused: true });
  t.ok((await secondsOf('engine_place')) >= 60, 'also for its place at an engine');
});

t.test(
  'the integrations with the oldest come first, one can be named, and nothing is counted for ever',
  async (t) => {
    const [late, early, none] = [tenant(), tenant(), tenant()];
    for (let index = 0; index < 4; index += 1) await submitted(db, late);
    await change(db, await submitted(db, early), { queued_at: hourAgo() });
    const ids = (answer: OutputOf<typeof operation>) => answer.integrations.map((one) => one.integration_id);
    t.same(ids(await queue()), [early.integration_id, late.integration_id]);
    const first = await queue({ limit: 1 });
    t.same(ids(first), [early.integration_id]);
    t.equal(first.more, true);
    t.ok((first.integrations[0]?.oldest.age_seconds ?? 0) >= 3_600);
    t.same(ids(await queue({ integration_id: late.integration_id })), [late.integration_id]);
    t.match(await queue({ integration_id: none.integration_id }), { integrations: [], more: false });
    t.match(await queue({ integration_id: late.integration_id }, 3), {
      integrations: [{ waiting: 3 }],
      counted_to: 3,
    });
  },
);
