import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../text.ts';

const Most = (description: string) =>
  Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), { description });

/** What an integration may use of a shared Debrief; null sets no limit. Minutes and days are those of the clock in UTC. */
export const Quotas = Type.Object({
  submissions_per_minute: Most('Recordings submitted in a minute'),
  submissions_per_day: Most('Recordings submitted in a day'),
  audio_hours_per_day: Most('Hours of audio submitted in a day, by their duration_seconds'),
  emails_per_day: Most('E-mails sent in a day'),
  keys: Most('API keys that are neither revoked nor expired'),
});
export type Quotas = Static<typeof Quotas>;
export type QuotaName = keyof Quotas;

/** Those that the gateway sends with a submission. */
export const SubmissionQuotas = Type.Pick(Quotas, [
  'submissions_per_minute',
  'submissions_per_day',
  'audio_hours_per_day',
]);
export type SubmissionQuotas = Static<typeof SubmissionQuotas>;

/** Of a new integration: off where a tenant's own business decides, generous where only a fault goes beyond. */
export const defaultQuotas: Quotas = Object.freeze({
  submissions_per_minute: null,
  submissions_per_day: null,
  audio_hours_per_day: null,
  emails_per_day: 10_000,
  keys: 1_000,
});

export const quotaWords: Readonly<Record<QuotaName, string>> = {
  submissions_per_minute: 'recordings a minute',
  submissions_per_day: 'recordings a day',
  audio_hours_per_day: 'hours of audio a day',
  emails_per_day: 'e-mails a day',
  keys: 'API keys',
};
