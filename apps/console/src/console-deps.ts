import type { AudioStore } from '@debrief/audio-store/audio-store';
import type { Messaging } from '@debrief/messaging/connection';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Assets } from './http/assets.ts';
import type { OpenId } from './session/openid.ts';

/** What pages need. */
export interface ConsoleDeps {
  readonly config: Readonly<Config>;
  readonly messaging: Messaging;
  readonly assets: Assets;
  /** Null where audio is kept nowhere. */
  readonly audio: AudioStore | null;
  /** Null where people sign in by password alone. */
  readonly openId: OpenId | null;
}

/** Adds its routes to the server. */
export type Pages = (server: FastifyInstance, deps: ConsoleDeps) => void;
