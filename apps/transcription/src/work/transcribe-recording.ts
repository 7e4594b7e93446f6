import { join } from 'node:path';
import type { PayloadOf } from '@debrief/contracts/define';
import type { RecordingContext, recordingSubmitted } from '@debrief/contracts/events/recording';
import type { AllowedHost } from '@debrief/contracts/public-address';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Logger } from '@debrief/service-kit/logger';
import type PQueue from 'p-queue';
import { type DownloadLimits, downloadRecording } from '../download/download-recording.ts';
import { DOWNLOADING, reportProgress, type Stage, transcribing } from './report-progress.ts';
import { withWorkFolder } from './work-folder.ts';
import type { WorkMetrics } from './work-metrics.ts';

/** Turns a file into a transcript. What it needs of scratch space goes into the folder, which is removed afterwards. */
export type Transcribe = (input: {
  file: string;
  folder: string;
  recording: RecordingContext;
  signal: AbortSignal;
  /** @param share of the audio done, 0 to 1 */
  onProgress: (share: number) => void;
}) => Promise<Transcript>;

export interface TranscriptionDeps {
  readonly transcribe: Transcribe;
  /** As many recordings at once as there are engines, in the order of asking. */
  readonly engines: PQueue;
  readonly allowed: readonly AllowedHost[];
  readonly limits: DownloadLimits;
  readonly workDir: string;
  readonly log: Logger;
  readonly metrics: WorkMetrics;
}

/** One try at a recording: from its URL to its transcript, reporting each stage. Leaves no file behind. */
export async function transcribeRecording(
  deps: TranscriptionDeps,
  { recording, recording_url }: PayloadOf<typeof recordingSubmitted>,
  send: (stage: Stage) => void,
  signal: AbortSignal,
): Promise<Transcript> {
  const { transcribe, engines, allowed, limits, workDir, log, metrics } = deps;
  const progress = reportProgress(DOWNLOADING, send);
  try {
    return await withWorkFolder(workDir, log, async (folder) => {
      const file = join(folder, 'recording');
      const bytes = await metrics.timed('download', () =>
        downloadRecording({ url: recording_url, file, allowed, limits, signal }),
      );
      metrics.downloaded(bytes);
      const downloadedAt = performance.now();
      // Not given the signal, on which the queue would give up a running task, and its folder go, before it has ended.
      return await engines.add(async () => {
        signal.throwIfAborted();
        metrics.waited(downloadedAt);
        progress.report(transcribing(0));
        const onProgress = (share: number) => progress.report(transcribing(share));
        const startedAt = performance.now();
        const transcript = await metrics.timed('transcribe', () =>
          transcribe({ file, folder, recording, signal, onProgress }),
        );
        metrics.transcribed(transcript, startedAt);
        return transcript;
      });
    });
  } finally {
    progress.stop();
  }
}
