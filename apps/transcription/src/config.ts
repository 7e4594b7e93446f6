import { audioStoreSettings } from '@debrief/audio-store/open-audio-store';
import { modelsSettings } from '@debrief/models/models-folder';
import { commonSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';
import { AUTO, engineNames } from './engines/choose-engine.ts';
import { endpointSettings } from './engines/endpoint/endpoint-settings.ts';

export const settings = Type.Object({
  ...natsSettings,
  SPEECH_ENGINE: Type.String({
    default: AUTO,
    description: `Engine of recordings that ask for none; auto: the first that can be used of ${engineNames.join(', ')}; another, or an endpoint of SPEECH_ENDPOINTS, is used alone, and recordings wait for it`,
  }),
  SPEECH_ENGINES_ALLOWED: Type.Array(Type.String(), {
    default: [],
    description:
      'Engines that recordings may ask for by `ai_models`, comma-separated; empty: that of SPEECH_ENGINE, under auto any of its order',
  }),
  ...endpointSettings,
  ...modelsSettings,
  ENGINE_PLACES: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 256,
      description:
        'Windows of at most 28 s recognised at once, shared fairly between integrations, and as many by each endpoint; empty: as many as there are cores',
    }),
  ),
  DOWNLOAD_PLACES: Type.Integer({
    default: 16,
    minimum: 1,
    maximum: 64,
    description:
      'Recordings downloaded, decoded or waiting for an engine at once; up to twice as many for integrations with none',
  }),
  POLL_SECONDS: Type.Number({
    default: 5,
    minimum: 0.1,
    maximum: 3600,
    description:
      'How often to ask ingest for work besides when some is submitted: what is due again is found so',
  }),
  WORK_DIR: Type.Optional(
    Type.String({
      description: 'Existing folder for recordings being worked on; empty: the system’s temporary folder',
    }),
  ),
  WORK_FREE_BYTES: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Free room that recordings leave on the disk of WORK_DIR; when it is short they wait; empty: a twentieth of the disk, 1 GiB at most',
    }),
  ),
  ALLOW_DOWNLOAD_FROM: Type.Array(Type.String(), {
    default: [],
    description: 'HOST or HOST:PORT of private recording stores, comma-separated; set it for the gateway too',
  }),
  DOWNLOAD_MAX_BYTES: Type.Integer({
    default: 1_073_741_824,
    minimum: 1,
    description: 'Largest recording that is downloaded',
  }),
  DOWNLOAD_TIMEOUT_SECONDS: Type.Integer({
    default: 300,
    minimum: 1,
    maximum: 86_400,
    description: 'Longest download, redirects and look-ups included',
  }),
  DOWNLOAD_IDLE_TIMEOUT_SECONDS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'Longest silence of a host while downloading; at most half a lease',
  }),
  DOWNLOAD_MIN_BYTES_PER_SECOND: Type.Integer({
    default: 16_384,
    minimum: 0,
    description: 'Slowest download, measured over each 20 s; 0: any',
  }),
  ...audioStoreSettings,
  ...commonSettings,
});
export type Config = Static<typeof settings>;
