import { DebriefError, TRANSCRIPT_REMOVED } from '@debrief/contracts/errors';
import { retryCall as operation } from '@debrief/contracts/operations/ingest';
import { transaction } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { notFound, recordingOfEach } from '../recordings/recording-lookup.ts';
import { retryFailed } from '../recordings/retry-recording.ts';
import type { Db } from '../tables.ts';
import type { WorkSettings } from '../work/work-settings.ts';

/** Begins a new attempt of calls that FAILED. Calls `emitted`, so that work starts at once. */
export function retryCall(db: Db, settings: WorkSettings, emitted: () => void) {
  return handle(operation, async (items) => {
    const calls = items.map(({ caller, input }) => ({ caller, input: { kind: 'call' as const, ...input } }));
    const { rows } = await sql<{ integration_id: string; id: string | null }>`
      select item.integration_id, r.id from ${recordingOfEach(calls)} order by item.ord
    `.execute(db);
    const found = rows.flatMap(({ integration_id, id }) => (id === null ? [] : [{ integration_id, id }]));
    const retried = await transaction(db, (tx) => retryFailed(tx, settings, found));
    if (retried.size > 0) emitted();
    return rows.map(({ id }, index) => {
      if (id === null) return notFound(calls[index]);
      const outcome = retried.get(id);
      if (outcome === 'gone') return { error: new DebriefError(TRANSCRIPT_REMOVED) };
      return { ok: { is_retried: outcome === 'retried' } };
    });
  });
}
