import { recordingSubmitted } from '@debrief/contracts/events/recording';
import { connect, onReconnect } from '@debrief/messaging/connection';
import { listen } from '@debrief/messaging/publish';
import { type Context, type RunningService, run } from '@debrief/service-kit/run';
import { type Config, settings } from '../../apps/transcription/src/config.ts';
import { askIngest, type Ingest, type Work } from '../../apps/transcription/src/work/ask-ingest.ts';
import { Claims, type Run } from '../../apps/transcription/src/work/claims.ts';
import { fixedTranscript } from './fixed-transcript.ts';

/**
 * The transcription worker with its own doorbell, claims and way of finishing, and without what takes the time: it
 * neither downloads nor decodes, and hears the same words in every recording.
 */
async function build({ config, log }: Context<Config>): Promise<RunningService> {
  const messaging = await connect({ url: config.NATS_URL, user: 'transcription', log, replicas: 1 });
  const ingest = askIngest(messaging, log);
  const claims = new Claims({
    ingest,
    downloadPlaces: config.DOWNLOAD_PLACES,
    pollMs: config.POLL_SECONDS * 1000,
    start: (work) => transcribeAtOnce(ingest, work),
    log,
  });
  listen(messaging, recordingSubmitted, ({ recordings }) =>
    claims.ring(recordings.map(({ integration_id }) => integration_id)),
  );
  onReconnect(messaging, () => claims.ring());
  return {
    checks: { nats: () => messaging.check() },
    async close() {
      await claims.close();
      await messaging.close();
    },
  };
}

const transcript = fixedTranscript();

/** Tells ingest what a real worker tells of a short recording: that an engine has begun with it, then the transcript. */
function transcribeAtOnce(ingest: Ingest, work: Work): Run {
  const closing = new AbortController();
  async function transcribe(): Promise<void> {
    const news = { status: 'TRANSCRIBING', progress: 10, paused: false, audio_seconds: null } as const;
    await ingest.renew(work, news);
    await ingest.finish(work, { transcript, audio: null }, closing.signal);
  }
  return {
    work,
    ended: transcribe().catch(() => {}),
    isAtEngine: false,
    mustWait: false,
    drop: () => closing.abort(),
    handOn: () => closing.abort(),
  };
}

await run({ name: 'transcription', settings, build });
