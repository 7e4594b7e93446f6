import type { AudioStore } from '@debrief/audio-store/audio-store';
import type { AllowedHost } from '@debrief/contracts/public-address';
import type { Logger } from '@debrief/service-kit/logger';
import type { DownloadLimits } from '../download/download-recording.ts';
import type { EngineChoice } from '../engines/choose-engine.ts';
import type { Engine } from '../engines/engine.ts';
import type { Punctuation } from '../engines/sherpa-onnx-punctuation.ts';
import type { AudioKeeper } from '../keeping/audio-keeper.ts';
import type { SpeakerModels } from '../speaker-models.ts';
import type { Ingest, SpeechLimits } from './ask-ingest.ts';
import type { EnginePlaces } from './engine-places.ts';
import type { WorkMetrics } from './work-metrics.ts';
import type { WorkRoom } from './work-room.ts';

/** What every run of a recording shares. */
export interface RunDeps {
  readonly ingest: Ingest;
  readonly places: EnginePlaces;
  readonly decodePlaces: EnginePlaces;
  readonly engines: readonly Engine[];
  readonly engineChoice: EngineChoice;
  readonly speakerModels: SpeakerModels;
  readonly speechLimits: SpeechLimits | null;
  /** By a model, where one is in use. */
  readonly punctuation: Punctuation;
  readonly allowed: readonly AllowedHost[];
  readonly limits: DownloadLimits;
  readonly workDir: string;
  readonly room: WorkRoom;
  readonly keeper: AudioKeeper;
  /** Where uploads lie; null: nowhere. */
  readonly store: AudioStore | null;
  readonly log: Logger;
  readonly metrics: WorkMetrics;
}
