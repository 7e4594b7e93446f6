import { commonSettings, databaseSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';

export const settings = Type.Object({ ...databaseSettings, ...natsSettings, ...commonSettings });
export type Config = Static<typeof settings>;
