import { failure } from '@debrief/contracts/failures';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';
import type { Release } from './ask-ingest.ts';
import type { LeftClaim } from './claim-note.ts';
import { Stuck } from './lease.ts';

/** What this machine lacks and the recording cannot help. */
const machineFaults: ReadonlySet<string> = new Set(['EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);
const waitedFor: ReadonlySet<string> = new Set(['engine_unavailable', 'disk_full']);

/** How a recording is given back after an error, and why. Only codes are told of an error that was not expected. */
export function releaseOf(error: unknown): Release {
  if (error instanceof RecordingFailure)
    return { outcome: 'failed', error: error.failure, detail: causeOf(error) };
  if (error instanceof TransientFailure) {
    const outcome = waitedFor.has(error.failure.code) ? 'wait' : 'retry';
    return { outcome, error: error.failure, detail: causeOf(error) };
  }
  if (error instanceof Stuck) return { outcome: 'retry', error: failure('timed_out'), detail: error.message };
  const { code = '', syscall = '' } = (error ?? {}) as { code?: string; syscall?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { outcome: 'wait', error: failure('disk_full'), detail: code };
  }
  if (code === 'ENOENT' && syscall.startsWith('spawn')) {
    return { outcome: 'wait', error: failure('engine_unavailable'), detail: code };
  }
  const isWorkFolder = syscall === 'mkdtemp';
  const outcome = isWorkFolder || machineFaults.has(code) ? 'wait' : 'retry';
  return { outcome, error: failure('internal'), detail: code === '' ? null : `${syscall} ${code}`.trim() };
}

/** How a recording is given back that a killed worker has left. */
export function releaseOfLeft({ isBegun }: LeftClaim): Release {
  if (!isBegun) return { outcome: 'handed_on', error: null, detail: null };
  return { outcome: 'retry', error: failure('internal'), detail: 'its worker was killed' };
}

function causeOf({ cause }: Error): string | null {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
