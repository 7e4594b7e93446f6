import { lockAttempts, type WorkKey } from '@debrief/database/leased-work';
import { type RawBuilder, sql } from 'kysely';

export interface AttemptKey {
  readonly integration_id: string;
  readonly recording_id: string;
  readonly attempt: number;
}

export function workKey({ integration_id, recording_id, attempt }: AttemptKey): WorkKey {
  return { integration_id, id: recording_id, attempt };
}

/** Locks the recordings whose present attempt these are and whose analysis is missing; see `lockAttempts`. */
export function analyzingRecordings(results: readonly AttemptKey[]): RawBuilder<unknown> {
  const isAnalyzing = sql<boolean>`(r.transcribed_at is not null and r.finished_at is null)`;
  return lockAttempts(sql.table('recordings'), results.map(workKey), isAnalyzing);
}
