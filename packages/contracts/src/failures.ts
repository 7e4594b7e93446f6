import { type Static, Type } from '@sinclair/typebox';

/**
 * Why a recording is FAILED: `error {code, message, retryable}` of its analysis. `retryable` says whether submitting
 * the same recording_id again can help without changing the recording.
 */
const definitions = {
  download_refused: ['The recording URL leads to an address that is not public', false],
  // One code for a name that nobody has and for one that leads inside: a tenant could map the network by two.
  download_unreachable: [
    'The host of the recording URL was not found, could not be reached, or is not public',
    true,
  ],
  download_not_found: ['The recording URL answered that the recording does not exist', false],
  download_denied: ['The recording URL refused access; it must be fetchable without authentication', false],
  download_failed: ['The recording could not be downloaded', true],
  download_timed_out: ['The recording took too long to download', true],
  download_too_large: ['The recording is larger than the limit', false],
  upload_gone: ['The uploaded file is not there any more: upload it again as a new call', false],
  upload_unreadable: [
    'The uploaded file could not be read; workers need the same AUDIO_URL as the console',
    true,
  ],
  audio_empty: ['The recording is an empty file', false],
  audio_unsupported: ['The recording is not MP3, WAV, M4A or OGG audio', false],
  audio_undecodable: ['The recording could not be decoded; the file is damaged', false],
  audio_too_long: ['The recording is longer than the limit', false],
  engine_unavailable: ['No transcription engine is available; run "debrief doctor"', true],
  endpoint_unavailable: ['The speech endpoint does not answer; run "debrief doctor"', true],
  endpoint_limit: ['The daily limit of the speech endpoint is used up', true],
  engine_failed: ['The transcription engine failed', true],
  disk_full: ['The disk was full; free some space and try again', true],
  analysis_failed: ['The coaching analysis failed', true],
  timed_out: ['Processing did not finish within the allowed attempts', true],
  internal: ['Processing failed unexpectedly', true],
} as const satisfies Record<string, readonly [message: string, retryable: boolean]>;

export type FailureCode = keyof typeof definitions;

export const failureCodes = Object.keys(definitions) as FailureCode[];

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(definitions, code);
}

export const Failure = Type.Object({
  code: Type.String({ description: 'Stable name of the failure, for example `download_not_found`' }),
  message: Type.String({ description: 'The failure in words' }),
  retryable: Type.Boolean({ description: 'Whether submitting the same recording again can help' }),
});
export type Failure = Static<typeof Failure>;

/** @param detail public addition such as `HTTP 404`; never a private address, path or stack. */
export function failure(code: FailureCode, detail?: string): Failure {
  const [message, retryable] = definitions[code];
  return { code, message: detail === undefined ? message : `${message} (${detail})`, retryable };
}
