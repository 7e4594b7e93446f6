import type { AllowedHost } from '@debrief/contracts/public-address';
import type { Messaging } from '@debrief/messaging/connection';
import type { Config } from './config.ts';
import type { Cursors } from './paging/cursors.ts';

/** What routes are given. */
export interface Parts {
  readonly config: Readonly<Config>;
  readonly messaging: Messaging;
  readonly cursors: Cursors;
  readonly allowedHosts: readonly AllowedHost[];
}
