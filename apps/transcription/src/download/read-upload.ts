import type { AudioStore } from '@debrief/audio-store/audio-store';
import { uploadKey } from '@debrief/audio-store/upload-key';
import { failure } from '@debrief/contracts/failures';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';
import type { DownloadLimits } from './download-recording.ts';
import { saveBody } from './save-body.ts';

export interface ReadUploadOptions {
  /** Null: this worker knows none. */
  readonly store: AudioStore | null;
  /** Of the claim: an upload is looked for under its own tenant alone. */
  readonly integrationId: string;
  readonly url: string;
  readonly file: string;
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

/**
 * Copies what was uploaded from the store into a file, as `downloadRecording` fetches what has a URL.
 * @returns its length in bytes
 */
export async function readUpload(o: ReadUploadOptions): Promise<number> {
  if (o.store === null) throw new TransientFailure(failure('upload_unreadable'));
  const signal = AbortSignal.any([o.signal, AbortSignal.timeout(o.limits.timeoutMs)]);
  try {
    const piece = await o.store.read(uploadKey(o.integrationId, o.url));
    if (piece === null) throw new RecordingFailure(failure('upload_gone'));
    return await saveBody(piece.stream, {
      ...{ file: o.file, maxBytes: o.limits.maxBytes, contentType: '', signal },
      onBytes: o.onProgress,
    });
  } catch (error) {
    o.signal.throwIfAborted();
    if (error instanceof RecordingFailure || isDiskFull(error)) throw error;
    throw new TransientFailure(failure('upload_unreadable'), { cause: error });
  }
}

/** Of the work folder: nothing is written to the store. */
function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
