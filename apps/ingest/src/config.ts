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
    description: 'Recordings of one integration that may be in processing at once',
  }),
  SWEEP_INTERVAL_SECONDS: Type.Number({
    default: 1,
    minimum: 0.05,
    maximum: 60,
    description:
      'Seconds between passes over due recordings and expired leases, besides the pass after each event',
  }),
  QUEUED_LEASE_SECONDS: Type.Number({
    default: 60,
    minimum: 0.1,
    maximum: 86_400,
    description: 'Seconds until a message that no worker has started on is sent again, if it was lost',
  }),
  LEASE_SECONDS: Type.Number({
    default: 90,
    minimum: 0.1,
    maximum: 86_400,
    description: 'Seconds without a sign of life until a started attempt counts as lost',
  }),
  MAX_ATTEMPTS: Type.Integer({
    default: 3,
    minimum: 1,
    maximum: 100,
    description: 'Attempts that may be lost before the recording is FAILED as timed_out',
  }),
});
export type Config = Static<typeof settings>;
