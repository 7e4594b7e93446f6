import { type Failure, failure } from '@debrief/contracts/failures';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';
import type { Release } from './ask-ingest.ts';
import { OutOfTime } from './lease.ts';
import { WorkFolderLost } from './work-folder.ts';

/** Faults of this machine, not of the recording. */
const machineFaults: ReadonlySet<string> = new Set(['EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);
const waitedFor: ReadonlySet<string> = new Set([
  'engine_unavailable',
  'endpoint_unavailable',
  'endpoint_limit',
  'disk_full',
  'upload_unreadable',
]);

/** How a recording is given back after an error, and why. Of an unexpected error only codes are passed on. */
export function releaseOf(error: unknown): Release {
  const release = (outcome: Release['outcome'], why: Failure, detail: string | null): Release => ({
    outcome,
    error: why,
    retry_after_seconds: error instanceof TransientFailure ? error.retryAfterSeconds : null,
    detail,
  });
  if (error instanceof RecordingFailure) return release('failed', error.failure, causeOf(error));
  if (error instanceof TransientFailure) {
    const outcome = waitedFor.has(error.failure.code) ? 'wait' : 'retry';
    return release(outcome, error.failure, causeOf(error));
  }
  if (error instanceof WorkFolderLost) return release('wait', failure('internal'), error.message);
  if (error instanceof OutOfTime) return release('retry', failure('timed_out'), error.message);
  const { code = '', syscall = '' } = (error ?? {}) as { code?: string; syscall?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return release('wait', failure('disk_full'), code);
  if (code === 'ENOENT' && syscall.startsWith('spawn')) {
    return release('wait', failure('engine_unavailable'), code);
  }
  const isMachine = syscall === 'mkdtemp' || machineFaults.has(code);
  const detail = code === '' ? null : `${syscall} ${code}`.trim();
  return release(isMachine ? 'wait' : 'retry', failure('internal'), detail);
}

/** How a recording is given back that a killed worker has left. Ingest knows whether that counts. */
export const lostRelease: Release = {
  outcome: 'lost',
  error: null,
  retry_after_seconds: null,
  detail: 'its worker was killed',
};

function causeOf({ cause }: Error): string | null {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
