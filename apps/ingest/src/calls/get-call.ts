import {
  getCall as operation,
  getCallOverview as overviewOperation,
} from '@debrief/contracts/operations/ingest';
import { prepared } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { notFound, recordingOfEach } from '../recordings/recording-lookup.ts';
import type { Db } from '../tables.ts';
import { callBody, overviewBody } from './call-view.ts';

export function getCall(db: Db) {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select ${callBody} as body from ${recordingOfEach(items)} order by item.ord
    `.execute(db);
    return rows.map(({ body }, index) => (body === null ? notFound(items[index]) : { json: body }));
  });
}

export function getCallOverview(db: Db) {
  return handle(overviewOperation, async (items) => {
    const calls = items.map(({ caller, input }) => ({ caller, input: { kind: 'call' as const, ...input } }));
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select case when r.id is not null then ${overviewBody} end as body
      from ${recordingOfEach(calls)}
      order by item.ord
    `.execute(db);
    return rows.map(({ body }, index) => (body === null ? notFound(calls[index]) : { json: body }));
  });
}
