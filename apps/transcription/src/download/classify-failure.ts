import { failure } from '@debrief/contracts/failures';
import { errors } from 'undici';
import { RecordingFailure } from '../recording-failure.ts';
import { TransientFailure } from '../transient-failure.ts';

/** What an answer without a recording means for it. @param retryAfter its header of that name. */
export function failureOfStatus(status: number, retryAfter: string): Error {
  const detail = `HTTP ${status}`;
  if (status === 404 || status === 410) return new RecordingFailure(failure('download_not_found', detail));
  if (status === 401 || status === 403) return new RecordingFailure(failure('download_denied', detail));
  const mayPass = status < 300 || status >= 500 || status === 408 || status === 425 || status === 429;
  return mayPass
    ? new TransientFailure(failure('download_failed', detail), {
        retryAfterSeconds: secondsOfRetryAfter(retryAfter),
      })
    : new RecordingFailure(failure('download_failed', detail));
}

/** Retry-After is a whole number of seconds or a date (RFC 9110, 10.2.3), and at some services 7.5; null where it is neither. */
export function secondsOfRetryAfter(retryAfter: string): number | null {
  const seconds = /^\d+(\.\d+)?$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

const lostConnection = 'connection lost';
const details: Readonly<Record<string, string>> = {
  ECONNRESET: lostConnection,
  EPIPE: lostConnection,
  UND_ERR_SOCKET: lostConnection,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'wrong length',
  UND_ERR_HEADERS_OVERFLOW: 'not a proper HTTP answer',
  EPROTO: 'TLS handshake failed',
};
/** Also what a host that is not public is answered with, so that tenants cannot tell it from one that does not exist. */
const unreachable: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const timeouts: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
const certificateFault =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED)/;

/** What an error under way means for the recording; errors of this machine other than a full disk stay as they are. */
export function classifyFailure(error: unknown): unknown {
  if (error instanceof RecordingFailure || error instanceof TransientFailure) return error;
  if (!(error instanceof Error)) return error;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new TransientFailure(failure('disk_full'), { cause: error });
  }
  const isNetworkError = typeof code === 'string' && path === undefined;
  if (!isNetworkError && !(error instanceof errors.HTTPParserError)) return error;
  if (timeouts.has(code ?? '')) return new TransientFailure(failure('download_timed_out'), { cause: error });
  if (unreachable.has(code ?? '')) {
    return new TransientFailure(failure('download_unreachable'), { cause: error });
  }
  return new TransientFailure(failure('download_failed', detailOf(code ?? 'HPE_')), { cause: error });
}

function detailOf(code: string): string | undefined {
  if (certificateFault.test(code)) return 'certificate not valid';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'TLS handshake failed';
  if (code.startsWith('HPE_')) return 'not a proper HTTP answer';
  return details[code];
}
