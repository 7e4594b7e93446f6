import { recordingTranscribed } from '@debrief/contracts/events/recording';
import { integrationsWith, leaseNow } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Db, Tables } from '../tables.ts';
import { dropAnalysisRequests } from '../work/request-analysis.ts';
import type { WorkSettings } from '../work/work-settings.ts';

/** Transcripts of one integration that are on their way: enough to keep an engine busy, and never a full stream. */
const AT_ONCE = 32;
const DOUBLINGS_MAX = 7;

interface Key {
  integration_id: string;
  recording_id: string;
}

/** Emits transcripts that are to be judged again, and those again whose analyses are silent. @returns how many. */
export function sweepReruns(db: Db, settings: WorkSettings): Promise<number> {
  return transaction(db, async function emitNext(tx) {
    const silent = await takeSilent(tx, settings);
    await dropAnalysisRequests(
      tx,
      silent.map(({ recording_id }) => recording_id),
    );
    const next = await takeWaiting(tx, settings);
    await emit(tx, [...silent, ...next]);
    return silent.length + next.length;
  });
}

async function takeSilent(tx: Tx<Tables>, { analysisSilenceSeconds: seconds }: WorkSettings): Promise<Key[]> {
  const { rows } = await sql<Key>`
    update reruns r set
      requests = r.requests + 1,
      due_at = ${leaseNow} + make_interval(secs => ${seconds} * 2 ^ least(r.requests, ${DOUBLINGS_MAX}))
    where r.ctid = any (array(
      select ctid from reruns where due_at < ${leaseNow} order by due_at limit ${AT_ONCE} for update skip locked
    ))
    returning r.integration_id, r.recording_id
  `.execute(tx);
  return rows;
}

async function takeWaiting(
  tx: Tx<Tables>,
  { analysisSilenceSeconds: seconds }: WorkSettings,
): Promise<Key[]> {
  const { rows } = await sql<Key>`
    with recursive ${integrationsWith('waiting', sql.table('reruns'), sql`r.due_at is null`)},
    chosen as (
      select next.integration_id, next.recording_id from waiting
      cross join lateral (
        select integration_id, recording_id from reruns
        where reruns.integration_id = waiting.integration_id and due_at is null
        order by requested_at, recording_id
        limit greatest(0, ${AT_ONCE} - (
          select count(*) from reruns running
          where running.integration_id = waiting.integration_id and running.due_at is not null
        ))
        for update skip locked
      ) next
    )
    update reruns r set requests = 1, due_at = ${leaseNow} + make_interval(secs => ${seconds})
    from chosen where r.integration_id = chosen.integration_id and r.recording_id = chosen.recording_id
    returning r.integration_id, r.recording_id
  `.execute(tx);
  return rows;
}

/** As a transcript is published, with the rerun: whoever has the analysis of this rerun says so again. */
async function emit(tx: Tx<Tables>, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into outbox (subject, message_id, payload)
    select ${recordingTranscribed.subject},
      concat(r.id, ':', r.attempt, ':transcribed:', again.rerun_id, ':', again.requests),
      json_build_object('recording', ${recordingContext}, 'transcript', t.transcript, 'rerun_id', again.rerun_id)
    from reruns again
    join recordings r on r.integration_id = again.integration_id and r.id = again.recording_id
    join transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id
    where (again.integration_id, again.recording_id) in (
      select * from unnest(
        ${keys.map(({ integration_id }) => integration_id)}::uuid[],
        ${keys.map(({ recording_id }) => recording_id)}::uuid[]
      )
    )
    order by again.requested_at, r.id
  `.execute(tx);
}
