import { commonSettings, databaseSettings, natsSettings, workSettings } from '@debrief/service-kit/config';
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
  ...workSettings({
    attemptSeconds: 180,
    leaseMeaning:
      'Seconds without progress until another replica may have an analysis, besides `COACH_TIMEOUT_SECONDS` of a model',
    attemptMeaning:
      'Seconds an attempt may take, besides a tenth of the call’s length and `COACH_TIMEOUT_SECONDS` of a model',
  }),
  ...coachSettings,
  PERIOD_GRACE_HOURS: Type.Number({
    default: 6,
    minimum: 0,
    maximum: 240,
    description: 'Hours from the end of a period until it is closed, so that late recordings are in',
  }),
  AGENDA_MIN_CALLS: Type.Integer({
    default: 3,
    minimum: 3,
    maximum: 100,
    description: 'Analysed calls in a period below which an agent gets no agenda',
  }),
  WEB_APP_URL: Type.String({
    default: 'http://localhost:3000',
    pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
    description: 'Address of the web application that links lead to',
  }),
  ...commonSettings,
});
export type Config = Static<typeof settings>;
