import type { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import type { CreateCall } from '@debrief/contracts/resources/submission';
import type { ApiClient, PublicTranscript } from '../api/api-client.ts';
import { CommandError } from '../command-error.ts';
import { createProgressBar } from './progress-bar.ts';

/**
 * Submits a recording through the public API, shows its progress, and returns its analysis and transcript.
 * @throws CommandError with the reason when the recording FAILED.
 */
export async function coachRecording(
  api: ApiClient,
  submission: CreateCall,
  signal?: AbortSignal,
): Promise<{ callEventId: string; analysis: RecordingAnalysis; transcript: PublicTranscript }> {
  const { call_event_id } = await api.submitCall(submission);
  return awaitCoaching(api, call_event_id, signal);
}

/** The same of a recording that has been submitted. */
export async function awaitCoaching(
  api: ApiClient,
  callEventId: string,
  signal?: AbortSignal,
): Promise<{ callEventId: string; analysis: RecordingAnalysis; transcript: PublicTranscript }> {
  const bar = createProgressBar(process.stderr);
  const analysis = await api
    .awaitAnalysis(callEventId, ({ status, progress }) => bar.show(status, progress), signal)
    .finally(() => bar.done());
  if (analysis.status === 'FAILED') {
    const { error } = analysis;
    throw new CommandError(
      `The recording could not be coached: ${error?.message ?? 'unknown reason'} [${error?.code}]`,
    );
  }
  return { callEventId, analysis, transcript: await api.getTranscript(callEventId) };
}
