import { commonSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';
import { engines } from './engines/choose-engine.ts';

export const settings = Type.Object({
  ...natsSettings,
  SPEECH_ENGINE: Type.Optional(
    Type.Union(
      engines.map(({ name }) => Type.Literal(name)),
      { description: 'Engine of recordings that ask for none; empty: the first that is installed' },
    ),
  ),
  WORKER_CONCURRENCY: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 64,
    description: 'Recordings transcribed at once; the engine already uses all cores for one',
  }),
  DOWNLOADS_AHEAD: Type.Integer({
    default: 2,
    minimum: 0,
    maximum: 64,
    description: 'Recordings downloaded beside those, so that a slow host holds up nobody else',
  }),
  WORK_DIR: Type.Optional(
    Type.String({
      description: 'Existing folder for recordings being worked on; empty: the system’s temporary folder',
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
    default: 600,
    minimum: 1,
    maximum: 86_400,
    description: 'Longest download, redirects and look-ups included',
  }),
  DOWNLOAD_IDLE_TIMEOUT_SECONDS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'Longest silence of a host while downloading',
  }),
  ...commonSettings,
});
export type Config = Static<typeof settings>;
