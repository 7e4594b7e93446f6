import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { Nullable, Uuid } from '../text.ts';

/** E-mails that are still to be sent, in the shape of ingest's queue. */
export const MailQueue = Type.Object({
  /** Null: to people who set a new password, which no integration asked for. */
  integration_id: Nullable(Uuid),
  waiting: Type.Integer(),
  running: Type.Integer(),
  /** The mail server did not take it, or sending it failed. */
  stuck: Type.Integer(),
  /** `id` is that of the invitation, agenda or link. */
  oldest: Type.Object({
    id: Uuid,
    kind: Type.Union([Type.Literal('invitation'), Type.Literal('agenda-mail'), Type.Literal('recovery')]),
    age_seconds: Type.Number(),
  }),
  /** `mail_server` or `failed` (for another reason, which the log has), how many, and the age of the oldest. */
  reasons: Type.Array(
    Type.Object({ waits_for: Type.String(), mails: Type.Integer(), longest_seconds: Type.Number() }),
  ),
});

/** What waits for a mail server and for how long, of the integrations with the oldest e-mails first. */
export const getMailQueue = defineOperation({
  subject: 'directory.mails.get-queue',
  scope: 'system',
  input: Type.Object({
    integration_id: Type.Optional(Uuid),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  output: Type.Object({
    integrations: Type.Array(MailQueue),
    more: Type.Boolean(),
    /** So many e-mails are counted in all, the oldest. */
    counted_to: Type.Integer(),
  }),
  errors: [],
  idempotent: true,
  unrecorded: true,
});
