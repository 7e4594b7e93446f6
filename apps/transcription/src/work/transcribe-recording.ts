import { join } from 'node:path';
import type { PayloadOf } from '@debrief/contracts/define';
import type { RecordingContext, recordingSubmitted } from '@debrief/contracts/events/recording';
import type { AllowedHost } from '@debrief/contracts/public-address';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Logger } from '@debrief/service-kit/logger';
import { type DownloadLimits, downloadRecording } from '../download/download-recording.ts';
import type { Slots } from './slots.ts';
import { DOWNLOADING, type Stage, tellProgress, transcribing } from './tell-progress.ts';
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

export interface Workshop {
  readonly transcribe: Transcribe;
  readonly engines: Slots;
  readonly allowed: readonly AllowedHost[];
  readonly limits: DownloadLimits;
  readonly workDir: string;
  readonly log: Logger;
  readonly metrics: WorkMetrics;
}

/** One try at a recording: from its URL to its transcript, telling each stage. Leaves no file behind. */
export async function transcribeRecording(
  workshop: Workshop,
  { recording, recording_url }: PayloadOf<typeof recordingSubmitted>,
  send: (stage: Stage) => void,
  signal: AbortSignal,
): Promise<Transcript> {
  const { transcribe, engines, allowed, limits, workDir, log, metrics } = workshop;
  const progress = tellProgress(DOWNLOADING, send);
  try {
    return await withWorkFolder(workDir, log, async (folder) => {
      const file = join(folder, 'recording');
      const bytes = await metrics.timed('download', () =>
        downloadRecording({ url: recording_url, file, allowed, limits, signal }),
      );
      metrics.downloaded(bytes);
      const downloadedAt = performance.now();
      return await engines.use(signal, async () => {
        metrics.waited(downloadedAt);
        progress.tell(transcribing(0));
        const onProgress = (share: number) => progress.tell(transcribing(share));
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
