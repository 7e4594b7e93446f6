import { type Failure, failure } from '@debrief/contracts/failures';
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
  if (!delivery.isLast) return null;
  return failure(isDiskFull(error) ? 'disk_full' : 'internal');
}

function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
