import { CALL_NOT_FOUND, DebriefError, TRANSCRIPT_NOT_READY } from '@debrief/contracts/errors';
import { getTranscript as operation } from '@debrief/contracts/operations/ingest';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { recordingOfEach } from './recording-lookup.ts';

/** Serves the transcript of a COMPLETED recording only, and only of the attempt that completed it. */
export function getTranscript(db: Db) {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ found: boolean; body: string | null }>`
      select r.id is not null as found, t.body
      from ${recordingOfEach(items)}
      left join transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id
        and t.attempt = r.attempt and r.status = 'COMPLETED'
      order by item.ord
    `.execute(db);
    return rows.map(({ found, body }) => {
      if (body !== null) return { json: body };
      return { error: new DebriefError(found ? TRANSCRIPT_NOT_READY : CALL_NOT_FOUND) };
    });
  });
}
