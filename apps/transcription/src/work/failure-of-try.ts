import { type Failure, failure } from '@debrief/contracts/failures';
import { PermanentError } from '@debrief/messaging/consume';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';

/** What a failed try ends its recording with; null when another try is due. */
export function failureOfTry(
  error: unknown,
  delivery: { delivery: number; isLast: boolean },
): Failure | null {
  if (error instanceof RecordingFailure) return error.failure;
  if (error instanceof TransientFailure) {
    return delivery.isLast || delivery.delivery >= error.maxTries ? error.failure : null;
  }
  // What can never be published, a transcript beyond NATS's limit, would be made again in vain.
  if (!delivery.isLast && !(error instanceof PermanentError)) return null;
  return failure(isDiskFull(error) ? 'disk_full' : 'internal');
}

function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
