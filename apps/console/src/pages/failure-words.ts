import { type Failure, type FailureCode, failure, isFailureCode } from '@debrief/contracts/failures';

const sendAgain = 'Then send the call again with the same recording_id.';
const byItself = 'It goes on by itself once that is so.';

/** What to do about each failure, for whoever sees it on the page of its call or among what waits. */
const help: Record<FailureCode, string> = {
  download_refused: `Put the recording where anybody can fetch it, or have your operator allow its host. ${sendAgain}`,
  download_unreachable: 'See that the host in the address is right, and that it can be reached from outside.',
  download_not_found: `Put the recording at the address that was sent. ${sendAgain}`,
  download_denied: `Let the address be read without signing in. ${sendAgain}`,
  download_failed: 'See that the address answers with the whole file.',
  download_timed_out: 'See that the address answers fast enough for the size of the file.',
  download_too_large: 'Send a smaller file, such as an MP3, or have your operator raise DOWNLOAD_MAX_BYTES.',
  upload_gone: 'A file that was uploaded is kept for seven days.',
  upload_unreadable: `Your operator sets it for both. ${byItself}`,
  audio_empty: `See that the system that records calls writes them. ${sendAgain}`,
  audio_unsupported: `Send it as MP3, WAV, M4A or OGG. ${sendAgain}`,
  audio_undecodable: `Make a new copy from where the call was recorded. ${sendAgain}`,
  audio_too_long: 'Send it in shorter parts, each with a recording_id of its own.',
  engine_unavailable: `Your operator runs it, and it says what is missing. ${byItself}`,
  endpoint_unavailable: `Your operator runs it, and it says whether the endpoint can be reached. ${byItself}`,
  endpoint_limit: 'It goes on by itself tomorrow, or once your operator raises the limit.',
  engine_failed: 'If other calls fail like this, your operator looks at the log of the workers.',
  disk_full: `It is the disk of the workers, which your operator frees. ${byItself}`,
  analysis_failed: 'If other calls fail like this, your operator looks at the log of coaching.',
  timed_out: 'If other calls fail like this, your operator looks at debrief queue.',
  internal: 'If it fails again, your operator looks at the log of the workers.',
};

/** Nothing for a code that is not known here, as of a newer service. */
export function helpFor({ code }: Pick<Failure, 'code'>): string {
  return isFailureCode(code) ? help[code] : '';
}

/** What recordings wait for whose last attempt failed, in words. */
export function waitingAfter(code: string): string {
  if (!isFailureCode(code)) return 'another attempt, which comes by itself.';
  return `another attempt, which comes by itself. ${failure(code).message}. ${help[code]}`;
}
