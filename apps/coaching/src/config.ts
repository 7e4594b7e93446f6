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
  ...coachSettings,
  WEB_APP_URL: Type.String({
    default: 'http://localhost:3000',
    pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
    description: 'Address of the web application that links lead to',
  }),
  ...commonSettings,
});
export type Config = Static<typeof settings>;
