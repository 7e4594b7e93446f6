import { commonSettings, databaseSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';
import { coachSettings } from './engines/language-model/coach-settings.ts';

export const settings = Type.Object({
  ...databaseSettings,
  ...natsSettings,
  ANALYSES_AT_ONCE: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 32,
    description: 'Recordings analysed at once, each on a thread that takes about 90 MB while it works',
  }),
  SWEEP_INTERVAL_SECONDS: Type.Number({
    default: 1,
    minimum: 0.05,
    maximum: 60,
    description: 'Seconds between looks for analyses that are due, or whose lease or deadline ran out',
  }),
  LEASE_SECONDS: Type.Number({
    default: 90,
    minimum: 0.1,
    maximum: 86_400,
    description:
      'Seconds without progress until another replica may have an analysis, besides `COACH_TIMEOUT_SECONDS` of a model',
  }),
  ATTEMPT_SECONDS: Type.Number({
    default: 180,
    minimum: 0.1,
    maximum: 86_400,
    description:
      'Seconds an attempt may take, besides a tenth of the call’s length and `COACH_TIMEOUT_SECONDS` of a model',
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
    description: 'Days a transcript waits for its analysis before the recording is FAILED',
  }),
  ...coachSettings,
  WEB_APP_URL: Type.String({
    default: 'http://localhost:3000',
    pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
    description: 'Address of the web application that links lead to',
  }),
  ...commonSettings,
});
export type Config = Static<typeof settings>;
