import { defineLeasedWork } from '@debrief/database/leased-work';
import { sql } from 'kysely';
import type { Config } from '../config.ts';

/** Recordings that are not transcribed yet, as work that is handed out under leases. */
export const work = defineLeasedWork({
  table: 'recordings',
  isOpen: sql`(r.transcribed_at is null and r.finished_at is null)`,
});

export interface WorkSettings {
  readonly perIntegration: number;
  readonly leaseSeconds: number;
  /** Length of an attempt, besides six times the length of the audio. */
  readonly attemptSeconds: number;
  readonly maxFailures: number;
  readonly maxWaitSeconds: number;
  readonly analysisSilenceSeconds: number;
  /** The most recordings of one pass, so that no transaction grows with a backlog. */
  readonly batchSize: number;
  /** The same for events that carry a whole transcript. */
  readonly transcriptBatchSize: number;
}

export function workSettings(config: Config): WorkSettings {
  return {
    perIntegration: config.IN_FLIGHT_PER_INTEGRATION,
    leaseSeconds: config.LEASE_SECONDS,
    attemptSeconds: config.ATTEMPT_SECONDS,
    maxFailures: config.MAX_ATTEMPTS,
    maxWaitSeconds: config.WAIT_DAYS * 86_400,
    analysisSilenceSeconds: config.ANALYSIS_SILENCE_SECONDS,
    batchSize: 200,
    transcriptBatchSize: 8,
  };
}

/**
 * Whether the loss of its worker counts against the recording `r`: one that is lost while it transcribes may have been
 * killed by the recording, one that is lost while it downloads rarely is, and never by a recording that has no engine.
 */
export const lossCounts = sql<boolean>`(r.status = 'TRANSCRIBING' and r.paused_at is null)`;

/** Assignments for a recording that a worker gave back; an exhausted one is FAILED next and keeps its progress. */
export const toQueue = sql`
  status = 'QUEUED', status_since = clock_timestamp(),
  progress = case when verdict.is_exhausted then r.progress else 0 end
`;
