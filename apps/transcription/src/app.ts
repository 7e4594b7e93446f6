import { access, constants } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { openAudioStore } from '@debrief/audio-store/open-audio-store';
import { erasureRequested, isWithoutUser } from '@debrief/contracts/events/erasures';
import { recordingSubmitted } from '@debrief/contracts/events/recording';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import type { AudioFault } from '@debrief/contracts/resources/audio';
import { connect, onReconnect } from '@debrief/messaging/connection';
import { listen } from '@debrief/messaging/publish';
import { modelsFolder } from '@debrief/models/models-folder';
import { exposeMessaging } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { findConfinement } from './audio/confinement.ts';
import type { Config } from './config.ts';
import type { DownloadLimits } from './download/download-recording.ts';
import { checkNames, inOrder, makeEngines } from './engines/choose-engine.ts';
import { readEndpoints } from './engines/endpoint/endpoint-settings.ts';
import type { Engine } from './engines/engine.ts';
import { sherpaOnnxPunctuation } from './engines/sherpa-onnx-punctuation.ts';
import { AudioKeeper } from './keeping/audio-keeper.ts';
import { SpeakerModels } from './speaker-models.ts';
import { askIngest } from './work/ask-ingest.ts';
import { Claims } from './work/claims.ts';
import { EnginePlaces } from './work/engine-places.ts';
import { RecordingRun } from './work/recording-run.ts';
import { lostRelease } from './work/release-of.ts';
import type { RunDeps } from './work/run-deps.ts';
import { speechLimitsOf } from './work/speech-budget.ts';
import { sweepWorkFolders } from './work/work-folder.ts';
import { createWorkMetrics, observeHeld } from './work/work-metrics.ts';
import { diskOf, sizeOf, WorkRoom } from './work/work-room.ts';

/** A host may need that long to begin, and what is slower for that long stays slow. */
const STRETCH_MS = 20_000;

/** @param given engines in order of preference, instead of its own. */
export async function build(
  { config, log, metrics }: Context<Config>,
  given?: readonly Engine[],
): Promise<RunningService> {
  const allowed = parseAllowedHosts(config.ALLOW_DOWNLOAD_FROM);
  const workDir = config.WORK_DIR ?? tmpdir();
  const { removed, left } = await sweepWorkFolders(workDir, log);
  if (removed > 0) log.info({ folders: removed }, 'removed what a killed worker left behind');
  const { missing } = await findConfinement();
  const unguarded = missing.length > 0 ? [`decoders and engines run without ${missing.join(', ')}`] : [];
  for (const note of unguarded) log.warn(note);
  const modelsDir = modelsFolder({ ...process.env, MODELS_DIR: config.MODELS_DIR });
  const engineChoice = { preferred: config.SPEECH_ENGINE, allowed: config.SPEECH_ENGINES_ALLOWED };
  const cores = availableParallelism();
  const enginePlaces = config.ENGINE_PLACES ?? cores;
  const engines =
    given ?? makeEngines({ modelsDir, log, ...readEndpoints(config), endpointPlaces: enginePlaces });
  if (given === undefined) checkNames(engineChoice, engines);
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'transcription',
    log,
    replicas: config.NATS_REPLICAS,
  });
  const ingest = askIngest(messaging, log);
  const store = await openAudioStore(config);
  // Four hours take far longer than a window.
  const decodePlaces = new EnginePlaces(cores, { extra: cores });
  const freeBytes = config.WORK_FREE_BYTES;
  const room = new WorkRoom({ measure: () => diskOf(workDir), sizeOf, freeBytes });
  const keeper = new AudioKeeper({ store, places: decodePlaces, room, freeBytes, log });
  const speakerModels = new SpeakerModels({ modelsDir, log, max: cores });
  const deps: RunDeps = {
    ...{ ingest, keeper, store, decodePlaces, room },
    places: new EnginePlaces(enginePlaces),
    ...{ engines, engineChoice, speakerModels, speechLimits: speechLimitsOf(config) },
    punctuation: sherpaOnnxPunctuation({ modelsDir, log }),
    allowed,
    limits: limitsOf(config),
    workDir,
    log,
    metrics: createWorkMetrics(metrics),
  };
  const claims = new Claims({
    ingest,
    downloadPlaces: config.DOWNLOAD_PLACES,
    pollMs: config.POLL_SECONDS * 1000,
    start: (work, onRoom) => new RecordingRun(deps, work, onRoom),
    log,
  });
  observeHeld(metrics, () => claims.held);
  exposeMessaging(metrics, () => messaging.stats());
  listen(messaging, recordingSubmitted, ({ recordings }) => {
    claims.ring(recordings.map(({ integration_id }) => integration_id));
  });
  // Ingest has deleted the recording, or begun it anew without a name, and refuses the result.
  listen(messaging, erasureRequested, ({ kind, subject_id }) => {
    claims.drop((recording) => recording[`${kind}_id`] === subject_id && !isWithoutUser(recording));
  });
  onReconnect(messaging, () => claims.ring());
  const closing = new AbortController();
  for (const held of left) ingest.release(held, lostRelease, closing.signal).catch(() => undefined);
  return {
    get notes() {
      return [
        ...unguarded,
        ...engines.flatMap((engine) => engine.fault?.() ?? []),
        ...speakerModels.faults,
        ...notesOf(keeper.fault, store?.place),
      ];
    },
    about: async () => ({ speech_engine: await servingEngine(inOrder(engineChoice, engines)) }),
    checks: {
      nats: () => messaging.check(),
      work_folder: () => access(workDir, constants.R_OK | constants.W_OK),
    },
    async close() {
      closing.abort();
      await claims.close();
      speakerModels.close();
      await Promise.all(engines.map((engine) => engine.close?.()));
      store?.close();
      await messaging.close();
    },
  };
}

function limitsOf(config: Config): DownloadLimits {
  return {
    maxBytes: config.DOWNLOAD_MAX_BYTES,
    timeoutMs: config.DOWNLOAD_TIMEOUT_SECONDS * 1000,
    idleTimeoutMs: config.DOWNLOAD_IDLE_TIMEOUT_SECONDS * 1000,
    minBytesPerSecond: config.DOWNLOAD_MIN_BYTES_PER_SECOND,
    stretchMs: STRETCH_MS,
  };
}

/** For operators: what hears the recordings that ask for nothing else. */
async function servingEngine(engines: readonly Engine[]): Promise<string> {
  for (const engine of engines) {
    const found = await engine.find();
    if (found === null) continue;
    const english = /^en\b/.test(found.language) ? ', understands English only' : '';
    return `${found.name} ${found.version}, model ${found.model}${english}`;
  }
  return 'none: recordings wait';
}

/** For operators: why audio is not kept at present. */
function notesOf(fault: AudioFault | null, place = 'the store of audio'): string[] {
  if (fault === null) return [];
  return [
    {
      no_store: 'audio is to be kept, and AUDIO_URL is empty here: set it as for ingest',
      other_store: `audio is not kept: ${place} is not the store that ingest deletes from`,
      store_away: `audio is not kept: ${place} does not answer, or takes too long`,
      store_full: `audio is not kept: there is too little room in ${place}, or in the work folder`,
      not_encoded: 'audio is not kept: ffmpeg did not encode it; it needs libopus',
    }[fault],
  ];
}
