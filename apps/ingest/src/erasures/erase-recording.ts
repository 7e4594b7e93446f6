import type { Erasure } from '@debrief/contracts/events/erasures';
import { erasureRequested } from '@debrief/contracts/events/erasures';
import { eraseRecording as operation } from '@debrief/contracts/operations/erasures';
import { recordAudit } from '@debrief/database/audit';
import { recordErasure } from '@debrief/database/erasures';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { notFound, recordingOfEach } from '../recordings/recording-lookup.ts';
import type { Db, Tables } from '../tables.ts';
import { deleteRecordings } from './delete-texts.ts';

/** Deletes the recording in the transaction that tells the others. */
export function eraseRecording(db: Db, emitted: () => void): OperationHandler {
  return handleWrite(operation, async (item) => {
    const erasure = await transaction(db, (tx) => erase(tx, item));
    if (erasure === null) return notFound(item);
    emitted();
    return { ok: erasure };
  });
}

async function erase(tx: Tx<Tables>, item: Item<typeof operation>): Promise<Erasure | null> {
  const { integration_id } = item.caller;
  const { rows } = await sql<{ id: string }>`
    select r.id from recordings r
    where r.integration_id = ${integration_id} and r.id = (select r.id from ${recordingOfEach([item])})
    for update
  `.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  const erasure: Erasure = {
    ...{ erasure_id: uuidv7(), integration_id, kind: 'recording', subject_id: id },
    ...{ with_recordings: true, words: [] },
  };
  await recordErasure(tx, erasure);
  await recordAudit(tx, 'ingest', item.caller, { action: 'recording.erased', target: id });
  await deleteRecordings(tx, [{ integration_id, id }]);
  await appendToOutbox(tx, [
    { subject: erasureRequested.subject, messageId: erasure.erasure_id, payload: erasure },
  ]);
  return erasure;
}
