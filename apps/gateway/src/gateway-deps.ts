import type { AllowedHost } from '@debrief/contracts/public-address';
import type { Messaging } from '@debrief/messaging/connection';
import type { Config } from './config.ts';
import type { Cursors } from './routes/cursors.ts';

/** What routes need to serve their endpoints. */
export interface GatewayDeps {
  readonly config: Readonly<Config>;
  readonly messaging: Messaging;
  readonly cursors: Cursors;
  readonly allowedHosts: readonly AllowedHost[];
}
