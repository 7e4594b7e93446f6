import { commonSettings, databaseSettings, natsSettings } from '@debrief/service-kit/config';
import { type Static, Type } from '@sinclair/typebox';

export const settings = Type.Object({
  ...commonSettings,
  ...databaseSettings,
  ...natsSettings,
  WEB_APP_URL: Type.String({
    default: 'http://localhost:3000',
    pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
    description: 'Address of the console, which links in e-mails lead to',
  }),
  INVITATION_DAYS: Type.Integer({
    default: 14,
    minimum: 1,
    maximum: 365,
    description: 'Days until an invitation expires',
  }),
  INVITATION_SECRETS: Type.Array(Type.String({ minLength: 16 }), {
    default: [],
    description:
      'Secrets that sign invitation links, comma-separated; the first signs, all are accepted. Replicas share them',
  }),
  SESSION_IDLE_HOURS: Type.Integer({
    default: 72,
    minimum: 1,
    maximum: 8_760,
    description: 'Hours without a page after which a person must sign in again',
  }),
  SESSION_DAYS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 365,
    description: 'Days after which a person must sign in again, whatever they did',
  }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://(([^@/\\s%]|%[0-9a-fA-F]{2})*@)?(\\[[0-9a-fA-F:]+\\]|[^@:/?#\\s]+)(:\\d{1,5})?/?$',
      description:
        'Mail server, as `smtp://user:password@host:587` or `smtps://…`; without it, e-mails are files in `MAIL_DIR`',
    }),
  ),
  MAIL_FROM: Type.String({
    default: 'Debrief <no-reply@localhost>',
    pattern: '^([^<>@\\r\\n]+<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$',
    description: 'Sender of e-mails',
  }),
  ERASURE_LIST: Type.Optional(
    Type.String({
      description:
        'File outside of the database that lists the ids of everything erased, so that a restored back-up is erased again; without it no such list is kept',
    }),
  ),
  MAIL_DIR: Type.Optional(
    Type.String({
      description:
        'Folder for e-mails while `SMTP_URL` is not set; by default `debrief-mail` in the temporary folder',
    }),
  ),
});
export type Settings = Static<typeof settings>;
