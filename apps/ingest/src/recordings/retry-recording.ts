import {
  DebriefError,
  RECORDING_NOT_FAILED,
  RECORDING_NOT_FOUND,
  TRANSCRIPT_REMOVED,
} from '@debrief/contracts/errors';
import { retryRecording as operation } from '@debrief/contracts/operations/ingest-queue';
import { isAmong, noClaim } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { insertSubmitted } from '../work/emit-submitted.ts';
import { dropAnalysisRequests, firstRequest, insertAnalysisRequests } from '../work/request-analysis.ts';
import type { WorkSettings } from '../work/work-settings.ts';
import { inStatus, knownIntegrations } from './recording-lookup.ts';
import { recordingState } from './recording-state-view.ts';

/** Assignments that end the present attempt, with its claim and all that counts against the row `r`. */
const newAttempt: RawBuilder<unknown> = sql`
  attempt = r.attempt + 1, failures = 0, losses = 0, ${noClaim}, waits_for = null, waiting_since = null,
  status_since = clock_timestamp()
`;

/** Sets a row `r` to QUEUED as a new attempt; one that was finished goes to the end of its integration's queue. */
export const requeued: RawBuilder<unknown> = sql`
  ${newAttempt}, status = 'QUEUED', progress = 0, error = null, due_at = null, analysis_requests = 0,
  queued_at = case when r.finished_at is null then r.queued_at else clock_timestamp() end,
  audio_seconds = null, transcribed_at = null, finished_at = null
`;

/** Begins a new attempt of recordings that are not COMPLETED. Calls `emitted`, so that work starts at once. */
export function retryRecording(db: Db, settings: WorkSettings, emitted: () => void) {
  return handle(operation, async (items) => {
    const ids = items.map(({ input }) => input.id);
    const answers = await transaction(db, (tx) => retryAll(tx, settings, ids));
    emitted();
    return answers.map(({ found, state }) => {
      if (state !== null) return { json: state };
      if (found === undefined) return { error: new DebriefError(RECORDING_NOT_FOUND) };
      return { error: new DebriefError(found.isGone ? TRANSCRIPT_REMOVED : RECORDING_NOT_FAILED) };
    });
  });
}

interface Found {
  integration_id: string;
  id: string;
  isAnalyzing: boolean;
  /** It was submitted as a transcript, which was removed since. */
  isGone: boolean;
}

async function retryAll(tx: Tx<Tables>, settings: WorkSettings, ids: readonly string[]) {
  const { rows: found } = await sql<Found>`
    with recursive ${knownIntegrations}
    select r.integration_id, r.id, ${isAnalyzing} as "isAnalyzing", ${isGone} as "isGone"
    from integration
    join recordings r on r.integration_id = integration.integration_id and r.id = any (${ids}::uuid[])
    order by r.integration_id, r.id
    for update of r
  `.execute(tx);
  const states = await retryFound(
    tx,
    settings,
    found.filter(({ isGone }) => !isGone),
  );
  return ids.map((id) => ({
    found: found.find((one) => one.id === id),
    state: states.find((one) => one.id === id)?.state ?? null,
  }));
}

/** Of those that FAILED, by their ids: whether a new attempt was begun, or cannot be. */
export async function retryFailed(
  tx: Tx<Tables>,
  settings: WorkSettings,
  keys: readonly Pick<Found, 'integration_id' | 'id'>[],
): Promise<Map<string, 'retried' | 'gone'>> {
  const { rows } = await sql<Found>`
    select r.integration_id, r.id, ${isAnalyzing} as "isAnalyzing", ${isGone} as "isGone"
    from recordings r where ${isAmong(keys)} and ${inStatus('FAILED')}
    order by r.integration_id, r.id
    for update of r
  `.execute(tx);
  await retryFound(
    tx,
    settings,
    rows.filter(({ isGone }) => !isGone),
  );
  return new Map(rows.map(({ id, isGone }) => [id, isGone ? 'gone' : 'retried']));
}

/** Of those that are not finished, and that this transaction has locked. */
export async function retryUnfinished(
  tx: Tx<Tables>,
  settings: WorkSettings,
  keys: readonly Pick<Found, 'integration_id' | 'id'>[],
): Promise<void> {
  const { rows } = await sql<Found>`
    select r.integration_id, r.id, ${isAnalyzing} as "isAnalyzing", false as "isGone"
    from recordings r where ${isAmong(keys)} and r.finished_at is null
    order by r.integration_id, r.id
  `.execute(tx);
  await retryFound(tx, settings, rows);
}

const isGone = sql<boolean>`(
  r.recording_url is null and not exists (
    select from transcripts t where t.integration_id = r.integration_id and t.recording_id = r.id
  )
)`;

const isAnalyzing = sql<boolean>`(
  r.transcribed_at is not null and r.status <> 'COMPLETED' and (r.finished_at is null or r.recording_url is null)
)`;

async function retryFound(tx: Tx<Tables>, settings: WorkSettings, found: readonly Found[]): Promise<State[]> {
  const analyzing = found.filter(({ isAnalyzing }) => isAnalyzing);
  const others = found.filter(({ isAnalyzing }) => !isAnalyzing);
  await dropAnalysisRequests(
    tx,
    analyzing.map(({ id }) => id),
  );
  return [...(await askAgain(tx, settings, analyzing)), ...(await queueAgain(tx, others))];
}

interface State {
  id: string;
  state: string;
}

async function queueAgain(tx: Tx<Tables>, found: readonly Found[]): Promise<State[]> {
  const { rows } = await sql<State>`
    with r as (
      update recordings as r set ${requeued} where ${isAmong(found)} and r.status <> 'COMPLETED' returning r.*
    ),
    emitted as (${insertSubmitted})
    select r.id, ${recordingState} as state from r
  `.execute(tx);
  return rows;
}

/** An hour of audio is not transcribed twice because its analysis is missing; and a transcript may be all there is. */
async function askAgain(
  tx: Tx<Tables>,
  { analysisSilenceSeconds }: WorkSettings,
  found: readonly Found[],
): Promise<State[]> {
  const { rows } = await sql<State>`
    with r as (
      update recordings as r set ${newAttempt}, status = 'ANALYZING', progress = 65, error = null, finished_at = null,
        ${firstRequest(analysisSilenceSeconds)}
      where ${isAmong(found)} returning r.*
    ),
    t as (
      update transcripts t set attempt = r.attempt from r
      where t.integration_id = r.integration_id and t.recording_id = r.id
      returning t.*
    ),
    emitted as (${insertAnalysisRequests(sql`t`)})
    select r.id, ${recordingState} as state from r
  `.execute(tx);
  return rows;
}
