import { audioStoreSettings } from '@debrief/audio-store/open-audio-store';
import { ConfigError, commonSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';

export const settings = Type.Object({
  ...natsSettings,
  HOST: Type.String({ default: '127.0.0.1', description: 'Address the console listens on' }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65_535,
    description: 'Port of the console; 0 takes a free one',
  }),
  WEB_APP_URL: Type.String({
    default: 'http://localhost:3000',
    pattern: '^https?://[^\\s/?#]+$',
    description:
      'Address that people open, without a path; https: cookies are sent over TLS only. Set it for directory and coaching too',
  }),
  PUBLIC_API_URL: Type.String({
    default: '',
    pattern: '^(https?://\\S+)?$',
    description:
      'Address of the API as systems reach it, as `https://debrief.example/api/v1`, shown with a new key; empty: not told',
  }),
  OIDC_ISSUER: Type.String({
    default: '',
    pattern: '^(https?://\\S+)?$',
    description:
      'OpenID Connect provider that people may sign in with, as `https://accounts.google.com`; empty: none',
  }),
  OIDC_CLIENT_ID: Type.String({ default: '', description: 'Client that the provider knows this console as' }),
  OIDC_CLIENT_SECRET: Type.String({ default: '', description: 'Its secret; empty: the client is public' }),
  OIDC_EMAIL_DOMAINS: Type.Array(Type.String({ pattern: '^(\\*|[^\\s@*]+)$' }), {
    default: [],
    description:
      'Domains whose e-mails the provider may vouch for, comma-separated, as `acme.example`; `*`: every e-mail. Required with OIDC_ISSUER',
  }),
  OIDC_NAME: Type.String({
    default: 'single sign-on',
    minLength: 1,
    maxLength: 64,
    description: 'What the provider is called on the page of sign-in: “Sign in with …”',
  }),
  SESSION_LIMIT_PER_MINUTE: Type.Integer({
    default: 1_200,
    minimum: 0,
    description: 'Requests a signed-in person may make a minute in each console; 0 sets no limit',
  }),
  ADDRESS_LIMIT_PER_MINUTE: Type.Integer({
    default: 600,
    minimum: 0,
    description:
      'Requests without a session that an address may make a minute in each console; 0 sets no limit',
  }),
  TRUSTED_PROXIES: Type.Array(Type.String(), {
    default: [],
    description:
      'Addresses or ranges of proxies in front, comma-separated: from these, `X-Forwarded-For` names the client',
  }),
  MAX_CONNECTIONS: Type.Integer({
    default: 1_024,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Connections a console accepts at once; more are closed',
  }),
  BODY_LIMIT_BYTES: Type.Integer({
    default: 65_536,
    minimum: 1024,
    maximum: 16_777_216,
    description: 'Largest form that is accepted',
  }),
  UPLOAD_MAX_BYTES: Type.Integer({
    default: 1_073_741_824,
    minimum: 1,
    description: 'Largest recording that is uploaded; workers take up to DOWNLOAD_MAX_BYTES',
  }),
  ...audioStoreSettings,
  ...commonSettings,
});
export type Config = Static<typeof settings>;

/** @throws ConfigError when a setting looks like an address and is none. */
export function refuseUnusable({ PUBLIC_API_URL }: Config): void {
  if (PUBLIC_API_URL !== '' && !URL.canParse(PUBLIC_API_URL))
    throw new ConfigError(['PUBLIC_API_URL must be an address such as https://debrief.example/api/v1']);
}
