import { commonSettings, databaseSettings, natsSettings } from '@debrief/service-kit/config';
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
  SWEEP_INTERVAL_SECONDS: Type.Number({
    default: 1,
    minimum: 0.05,
    maximum: 60,
    description: 'Seconds between looks at leases and deadlines that ran out',
  }),
  LEASE_SECONDS: Type.Number({
    default: 90,
    minimum: 0.1,
    maximum: 86_400,
    description: 'Seconds without progress until another worker may have a recording',
  }),
  ATTEMPT_SECONDS: Type.Number({
    default: 600,
    minimum: 0.1,
    maximum: 86_400,
    description: 'Seconds an attempt may take, besides six times the length of the audio',
  }),
  MAX_ATTEMPTS: Type.Integer({
    default: 3,
    minimum: 1,
    maximum: 100,
    description: 'Attempts that may fail before the recording is FAILED',
  }),
  WAIT_DAYS: Type.Number({
    default: 7,
    exclusiveMinimum: 0,
    maximum: 365,
    description: 'Days a recording waits for an engine, a disk or its analysis before it is FAILED',
  }),
  ANALYSIS_SILENCE_SECONDS: Type.Number({
    default: 600,
    minimum: 0.1,
    maximum: 86_400,
    description: 'Seconds without news of an analysis until it is asked for again; doubled each time',
  }),
});
export type Config = Static<typeof settings>;
