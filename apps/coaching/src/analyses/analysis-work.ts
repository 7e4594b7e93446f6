import { defineLeasedWork } from '@debrief/database/leased-work';
import { sql } from 'kysely';
import type { Config } from '../config.ts';

/** Transcripts that are to be analysed, as work that this service's own replicas claim. */
export const work = defineLeasedWork({ table: 'analyses_due' });
/** Calls that somebody waits for, and those that are judged again when nobody does. */
export const workInOrder = [
  defineLeasedWork({ table: 'analyses_due', isOpen: sql`(r.rerun_id is null)` }),
  defineLeasedWork({ table: 'analyses_due', isOpen: sql`(r.rerun_id is not null)` }),
];

export interface WorkSettings {
  readonly leaseSeconds: number;
  /** Length of an attempt, besides a share of the call's length. */
  readonly attemptSeconds: number;
  readonly maxFailures: number;
  readonly maxWaitSeconds: number;
  /** The most rows of one pass, so that no transaction grows with a backlog. */
  readonly batchSize: number;
}

/** One request to a language model is one step of progress, and may take as long as the whole call may. */
export function workSettings(config: Config): WorkSettings {
  const modelSeconds = config.COACH_ENGINE === 'built-in' ? 0 : config.COACH_TIMEOUT_SECONDS;
  return {
    leaseSeconds: config.LEASE_SECONDS + modelSeconds,
    attemptSeconds: config.ATTEMPT_SECONDS + modelSeconds,
    maxFailures: config.MAX_ATTEMPTS,
    maxWaitSeconds: config.WAIT_DAYS * 86_400,
    batchSize: 100,
  };
}
