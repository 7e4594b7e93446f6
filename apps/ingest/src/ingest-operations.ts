import { ingestAudit, ownIngestAudit } from '@debrief/contracts/operations/audit';
import { findAuditEntries, findOwnEntries } from '@debrief/database/audit';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Logger } from '@debrief/service-kit/logger';
import { getAudio } from './audio/get-audio.ts';
import { getCall, getCallOverview } from './calls/get-call.ts';
import { listCallOverviews, listCalls } from './calls/list-calls.ts';
import { retryCall } from './calls/retry-call.ts';
import { correctTranscript } from './corrections/correct-transcript.ts';
import { getCorrections } from './corrections/get-corrections.ts';
import { beginErasure } from './erasures/begin-erasure.ts';
import { eraseRecording } from './erasures/erase-recording.ts';
import { rebuildHandlers } from './integrations/rebuild-integrations.ts';
import type { StorageRoom } from './quotas/storage-room.ts';
import { findSubmission } from './recordings/find-submission.ts';
import { getAnalysisHead } from './recordings/get-analysis-head.ts';
import { getOwnQueue, getQueue } from './recordings/get-queue.ts';
import { getTranscript } from './recordings/get-transcript.ts';
import { listRecordingFacts } from './recordings/list-recording-facts.ts';
import { listRecordings } from './recordings/list-recordings.ts';
import { retryRecording } from './recordings/retry-recording.ts';
import { submitRecording } from './recordings/submit-recording.ts';
import { submitTranscript } from './recordings/submit-transcript.ts';
import { getReruns } from './reruns/get-reruns.ts';
import { rerunAnalyses } from './reruns/rerun-analyses.ts';
import { countRemovals } from './retention/count-removals.ts';
import type { Db } from './tables.ts';
import { claimRecordings } from './work/claim-recordings.ts';
import { finishRecordings } from './work/finish-recordings.ts';
import { releaseRecordings } from './work/release-recordings.ts';
import { renewRecordings } from './work/renew-recordings.ts';
import { spendOnSpeech } from './work/spend-on-speech.ts';
import type { WorkSettings } from './work/work-settings.ts';

interface Deps {
  db: Db;
  work: WorkSettings;
  room: StorageRoom;
  keeping: Parameters<typeof getAudio>[1];
  /** Something is in the outbox. */
  emitted: () => void;
  eraseNow: () => void;
  log: Logger;
}

/** What ingest answers, of recordings from their submission to their erasure. */
export function ingestOperations({
  db,
  work,
  room,
  keeping,
  emitted,
  eraseNow,
  log,
}: Deps): OperationHandler[] {
  return [
    handleEach(ingestAudit, async ({ input }) => ({
      ok: { data: await findAuditEntries(db, 'ingest', input) },
    })),
    handleEach(ownIngestAudit, async ({ caller: { integration_id }, input }) => ({
      ok: { data: await findOwnEntries(db, 'ingest', { ...input, integration_id }) },
    })),
    findSubmission(db, room),
    submitRecording(db, emitted, room),
    submitTranscript(db, work, emitted, keeping),
    eraseRecording(db, emitted),
    beginErasure(db, eraseNow),
    getCall(db),
    getCallOverview(db),
    retryCall(db, work, emitted),
    listCalls(db),
    listCallOverviews(db),
    getTranscript(db),
    correctTranscript(db),
    getCorrections(db),
    getAudio(db, keeping),
    countRemovals(db, keeping),
    getAnalysisHead(db),
    listRecordings(db),
    listRecordingFacts(db),
    retryRecording(db, work, emitted),
    rerunAnalyses(db),
    getReruns(db),
    getQueue(db),
    getOwnQueue(db),
    claimRecordings(db, work, keeping),
    renewRecordings(db, work),
    spendOnSpeech(db),
    finishRecordings(db, work, emitted, log),
    releaseRecordings(db, work, emitted, log),
    ...rebuildHandlers(db),
  ];
}
