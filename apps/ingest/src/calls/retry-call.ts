import { DebriefError, TRANSCRIPT_REMOVED } from '@debrief/contracts/errors';
import { retryCall as operation } from '@debrief/contracts/operations/ingest';
import { isAmong } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { inStatus, notFound, recordingOfEach } from '../recordings/recording-lookup.ts';
import { retryFailed } from '../recordings/retry-recording.ts';
import { judgeAgain } from '../reruns/judge-again.ts';
import type { Db, Tables } from '../tables.ts';
import type { WorkSettings } from '../work/work-settings.ts';

/**
 * Begins a new attempt of calls that FAILED, and another rerun of those whose analysis is of before a correction. Calls
 * `emitted`, so that work starts at once.
 */
export function retryCall(db: Db, settings: WorkSettings, emitted: () => void) {
  return handle(operation, async (items) => {
    const calls = items.map(({ caller, input }) => ({ caller, input: { kind: 'call' as const, ...input } }));
    const { rows } = await sql<{ integration_id: string; id: string | null }>`
      select item.integration_id, r.id from ${recordingOfEach(calls)} order by item.ord
    `.execute(db);
    const found = rows.flatMap(({ integration_id, id }) => (id === null ? [] : [{ integration_id, id }]));
    const retried = await transaction(db, async function retry(tx) {
      const unjudged = await lockUnjudged(tx, found);
      await judgeAgain(tx, unjudged);
      const failed = await retryFailed(tx, settings, found);
      return new Map([...failed, ...unjudged.map(({ id }) => [id, 'retried'] as const)]);
    });
    if (retried.size > 0) emitted();
    return rows.map(({ id }, index) => {
      if (id === null) return notFound(calls[index]);
      const outcome = retried.get(id);
      if (outcome === 'gone') return { error: new DebriefError(TRANSCRIPT_REMOVED) };
      return { ok: { is_retried: outcome === 'retried' } };
    });
  });
}

interface Key {
  integration_id: string;
  id: string;
}

/** Corrected ones that could not be judged again, and do not wait for it. */
async function lockUnjudged(tx: Tx<Tables>, keys: readonly Key[]): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select r.integration_id, r.id
    from recordings r join transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id
    where ${isAmong(keys)} and ${inStatus('COMPLETED')} and not t.is_judged
      and not exists (
        select from reruns again where again.integration_id = r.integration_id and again.recording_id = r.id
      )
    order by r.integration_id, r.id
    for update of r
  `.execute(tx);
  return rows;
}
