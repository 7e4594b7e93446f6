import { setTimeout as sleep } from 'node:timers/promises';
import { recordingFailed } from '@debrief/contracts/events/recording';
import { getQueue } from '@debrief/contracts/operations/ingest-queue';
import { listen } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import t from 'tap';
import { operator, tenant } from './fixtures/ingest-database.ts';
import { coachWith, headWhen, runningIngest, submit, transcribeWith } from './fixtures/running-ingest.ts';

const { messaging, metrics } = await runningIngest(t);

async function queueOf({ integration_id }: { integration_id: string }) {
  const { integrations } = await request(messaging, getQueue, operator, { integration_id, limit: 1 });
  return integrations[0];
}

t.test('while the stream of transcripts is full other events go out, and they follow', async (t) => {
  const { jsm } = messaging as unknown as {
    jsm: { streams: { update(name: string, config: object): unknown } };
  };
  // Room for one of them.
  await jsm.streams.update('transcripts', { max_bytes: 30_000 });
  const caller = tenant();
  const failed: string[] = [];
  listen(messaging, recordingFailed, ({ recording }) => failed.push(recording.recording_id));
  await transcribeWith(t, messaging, async ({ rubric }) =>
    rubric === 'damaged' ? null : 'so '.repeat(7_000),
  );

  const calls = await Promise.all(Array.from({ length: 3 }, () => submit(messaging, caller)));
  let queue = await queueOf(caller);
  while (queue?.stuck !== 2) {
    await sleep(20);
    queue = await queueOf(caller);
  }
  const reasons = queue.reasons.map(({ waits_for, recordings }) => [waits_for, recordings]);
  t.same(Object.fromEntries(reasons), { publication: 2, analysis: 1 });
  t.match(await metrics.registry.metrics(), /^debrief_outbox_refused\{.*\} 2$/m);

  const damaged = await submit(messaging, caller, { rubric: 'damaged' });
  const { recording_id } = await headWhen(messaging, caller, damaged, ({ status }) => status === 'FAILED');
  while (!failed.includes(recording_id)) await sleep(20);

  await coachWith(t, messaging, async () => {});
  for (const call of calls) await headWhen(messaging, caller, call, ({ status }) => status === 'COMPLETED');
});
