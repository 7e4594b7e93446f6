import { audioStoreSettings } from '@debrief/audio-store/open-audio-store';
import { commonSettings, databaseSettings, natsSettings, workSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';

export const settings = Type.Object({
  ...commonSettings,
  ...databaseSettings,
  ...natsSettings,
  IN_FLIGHT_PER_INTEGRATION: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 10_000,
    description: 'Recordings of one integration that workers may have at once',
  }),
  ...workSettings({
    attemptSeconds: 600,
    leaseMeaning: 'Seconds without progress until another worker may have a recording',
    attemptMeaning: 'Seconds an attempt may take, besides six times the length of the audio',
  }),
  DATABASE_FOLDER: Type.Optional(
    Type.String({
      description:
        'Folder on the disk of Postgres, where this machine has it: when the disk is short, submissions get 503',
    }),
  ),
  DATABASE_FREE_BYTES: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Free room that submissions leave on that disk; empty: a twentieth of the disk, 1 GiB at most',
    }),
  ),
  DATABASE_MAX_BYTES: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Size of the database from which on submissions get 503, where its disk cannot be seen; empty: any',
    }),
  ),
  ANALYSIS_SILENCE_SECONDS: Type.Number({
    default: 600,
    minimum: 0.1,
    maximum: 86_400,
    description: 'Seconds without news of an analysis until it is asked for again; doubled each time',
  }),
  AUDIO_DAYS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 36_500,
    description:
      'Days for which audio is kept for listening, unless its integration says otherwise; 0: none is, and what was kept is deleted',
  }),
  ...audioStoreSettings,
});
export type Config = Static<typeof settings>;
