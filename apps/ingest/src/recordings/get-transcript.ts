import {
  CALL_NOT_FOUND,
  DebriefError,
  TRANSCRIPT_NOT_READY,
  TRANSCRIPT_REMOVED,
} from '@debrief/contracts/errors';
import { getTranscript as operation } from '@debrief/contracts/operations/ingest';
import { prepared } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { recordingOfEach } from './recording-lookup.ts';

interface Found {
  is_found: boolean;
  /** A COMPLETED recording has had a transcript. */
  is_removed: boolean;
  body: string | null;
}

/** Serves the transcript of a COMPLETED recording only, and only of the attempt that completed it. */
export function getTranscript(db: Db) {
  return handle(operation, async (items) => {
    const { rows } = await sql<Found>`${prepared}
      select r.id is not null as is_found,
        coalesce(r.status = 'COMPLETED' and t.recording_id is null, false) as is_removed,
        case when t.attempt = r.attempt and r.status = 'COMPLETED' then t.body end as body
      from ${recordingOfEach(items)}
      left join transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id
      order by item.ord
    `.execute(db);
    return rows.map(({ is_found, is_removed, body }) => {
      if (body !== null) return { json: body };
      if (!is_found) return { error: new DebriefError(CALL_NOT_FOUND) };
      return { error: new DebriefError(is_removed ? TRANSCRIPT_REMOVED : TRANSCRIPT_NOT_READY) };
    });
  });
}
