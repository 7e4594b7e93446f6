import { getAnalysisHead as operation } from '@debrief/contracts/operations/ingest';
import { isoInstant } from '@debrief/database/instants';
import { prepared } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { notFound, recordingOfEach } from './recording-lookup.ts';

export function getAnalysisHead(db: Db) {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select case when r.id is not null then (
        select row_to_json(body)::text from (
          select r.analysis_id as id, r.id as recording_id, ${isoInstant('r.created_date')} as created_at,
            r.progress, r.status, r.error
        ) body
      ) end as body
      from ${recordingOfEach(items)}
      order by item.ord
    `.execute(db);
    return rows.map(({ body }, index) => (body === null ? notFound(items[index]) : { json: body }));
  });
}
