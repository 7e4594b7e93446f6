import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { consumers } from '@debrief/contracts/topology';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import type { Context, RunningService } from '@debrief/service-kit/run';
import PQueue from 'p-queue';
import type { Config } from './config.ts';
import { transcribeFile } from './transcribe-file.ts';
import { handleSubmission } from './work/handle-submission.ts';
import { sweepWorkFolders } from './work/work-folder.ts';
import { createWorkMetrics } from './work/work-metrics.ts';

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  const allowed = parseAllowedHosts(config.ALLOW_DOWNLOAD_FROM);
  const workDir = config.WORK_DIR ?? tmpdir();
  const swept = await sweepWorkFolders(workDir, log);
  if (swept > 0) log.info({ folders: swept }, 'removed what a killed worker left behind');
  const messaging = await connect({
    url: config.NATS_URL,
    name: 'transcription',
    log,
    replicas: config.NATS_REPLICAS,
  });
  const handler = handleSubmission(messaging, {
    transcribe: (input) => transcribeFile(input, config.SPEECH_ENGINE),
    engines: new PQueue({ concurrency: config.WORKER_CONCURRENCY }),
    allowed,
    limits: {
      maxBytes: config.DOWNLOAD_MAX_BYTES,
      timeoutMs: config.DOWNLOAD_TIMEOUT_SECONDS * 1000,
      idleTimeoutMs: config.DOWNLOAD_IDLE_TIMEOUT_SECONDS * 1000,
    },
    workDir,
    log,
    metrics: createWorkMetrics(metrics),
  });
  const submissions = await consume(messaging, consumers.transcriptionRecordingSubmitted, handler, {
    concurrency: config.WORKER_CONCURRENCY + config.DOWNLOADS_AHEAD,
  });
  return {
    checks: {
      nats: () => messaging.check(),
      work_folder: () => access(workDir, constants.R_OK | constants.W_OK),
    },
    async close() {
      await submissions.close();
      await messaging.close();
    },
  };
}
