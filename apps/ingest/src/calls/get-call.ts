import { getCall as operation } from '@debrief/contracts/operations/ingest';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { notFound, recordingOfEach } from '../recordings/recording-lookup.ts';
import type { Db } from '../tables.ts';
import { callBody } from './call-view.ts';

export function getCall(db: Db) {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ body: string | null }>`
      select ${callBody} as body from ${recordingOfEach(items)} order by item.ord
    `.execute(db);
    return rows.map(({ body }, index) => (body === null ? notFound(items[index]) : { json: body }));
  });
}
