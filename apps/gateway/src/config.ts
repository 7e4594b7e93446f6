import { commonSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';

export const settings = Type.Object({
  ...natsSettings,
  HOST: Type.String({ default: '127.0.0.1', description: 'Address the public API listens on' }),
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    description: 'Port of the public API; 0 takes a free one',
  }),
  ALLOW_DOWNLOAD_FROM: Type.Array(Type.String(), {
    default: [],
    description:
      'HOST or HOST:PORT of private recording stores, comma-separated; set it for transcription too',
  }),
  CURSOR_SECRETS: Type.Array(Type.String({ minLength: 16 }), {
    default: [],
    description:
      'Secrets that sign cursors, comma-separated; the first signs, all are accepted. Replicas share them',
  }),
  TRANSCRIPT_FORBIDDEN_CRMS: Type.Array(Type.String(), {
    default: [],
    description: 'CRM names whose integrations may not read transcripts, comma-separated',
  }),
  KEY_CACHE_SECONDS: Type.Integer({
    default: 30,
    minimum: 0,
    maximum: 300,
    description: 'How long a verified key is cached; a revocation takes effect at once all the same',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    default: 60_000,
    minimum: 0,
    description:
      'Requests a key may make a minute in each gateway; 0 sets no limit. `npm start` allows 1,200,000',
  }),
  ADDRESS_LIMIT_PER_MINUTE: Type.Integer({
    default: 6_000,
    minimum: 0,
    description:
      'Requests without a valid key that an address may make a minute in each gateway; 0 sets no limit',
  }),
  TRUSTED_PROXIES: Type.Array(Type.String(), {
    default: [],
    description:
      'Addresses or ranges of proxies in front, comma-separated: from these, `X-Forwarded-For` names the client',
  }),
  MAX_CONNECTIONS: Type.Integer({
    default: 4_096,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Connections a gateway accepts at once; more are closed',
  }),
  BODY_LIMIT_BYTES: Type.Integer({
    default: 262_144,
    minimum: 1024,
    maximum: 16_777_216,
    description: 'Largest request body',
  }),
  ...commonSettings,
});
export type Config = Static<typeof settings>;
