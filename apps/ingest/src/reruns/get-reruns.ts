import { getReruns as operation } from '@debrief/contracts/operations/ingest-queue';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

export function getReruns(db: Db): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const { rows } = await sql<{ waiting: number; running: number }>`
      select (count(*) filter (where due_at is null))::integer as waiting,
        (count(*) filter (where due_at is not null))::integer as running
      from reruns where integration_id = ${input.integration_id}
    `.execute(db);
    return { ok: rows[0] ?? { waiting: 0, running: 0 } };
  });
}
