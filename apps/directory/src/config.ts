import { commonSettings, databaseSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';

export const settings = Type.Object({ ...commonSettings, ...databaseSettings, ...natsSettings });
export type Settings = Static<typeof settings>;
