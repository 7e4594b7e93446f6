import { type Static, Type } from '@sinclair/typebox';
import { NullableString, Text, Uuid } from '../text.ts';
import { RecordingKind } from './call.ts';
import { Quotas, SubmissionQuotas } from './quotas.ts';

/** A coaching category of an integration: its `name` is what a submission gives as `ai_category`. */
export const Category = Type.Object({
  name: Text(),
  kind: RecordingKind,
  rubric: Type.Optional(
    Type.String({ description: 'Name of a rubric; the general sales rubric when absent' }),
  ),
});
export type Category = Static<typeof Category>;

/** What the gateway needs to know of an integration on every request. */
export const IntegrationProfile = Type.Object({
  crm: NullableString,
  /** Null: any ai_category is accepted. */
  categories: Type.Union([Type.Array(Category), Type.Null()]),
  /** Absent where it has none. */
  quotas: Type.Optional(SubmissionQuotas),
  allowed_hosts: Type.Optional(Type.Array(Text())),
});
export type IntegrationProfile = Static<typeof IntegrationProfile>;

export const Cadence = Type.Union(
  [Type.Literal('weekly'), Type.Literal('semimonthly'), Type.Literal('monthly')],
  { description: 'How often there is a period' },
);
export type Cadence = Static<typeof Cadence>;

export const Organization = Type.Object({ id: Uuid, name: Text(), created_date: Type.String() });
export type Organization = Static<typeof Organization>;

/** Of a speech engine or a speech endpoint, as the worker's settings name them; `auto`: the worker's own order. */
export const SpeechEngineName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$' });

/** What an operator may set of an integration. */
export const IntegrationSettings = Type.Object({
  name: Text(),
  crm: Type.Union([Text(), Type.Null()]),
  source: Text(),
  source_id: Text(),
  cadences: Type.Array(Cadence, { uniqueItems: true }),
  review_days: Type.Integer({ minimum: 0, maximum: 366 }),
  categories: Type.Union([Type.Array(Category, { minItems: 1, maxItems: 100 }), Type.Null()]),
  /** Days from its submission on for which a recording's transcript and texts are kept; null: for good. */
  text_days: Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()]),
  /**
   * Days from its submission on for which a recording's audio is kept for listening, its texts permitting; 0: not at
   * all; null: as ingest is set.
   */
  audio_days: Type.Union([Type.Integer({ minimum: 0, maximum: 36_500 }), Type.Null()]),
  /** Payment card numbers and their security codes are removed from transcripts before anything is stored. */
  removes_card_numbers: Type.Boolean(),
  /** What hears its recordings; null: the worker's SPEECH_ENGINE. */
  speech_engine: Type.Union([SpeechEngineName, Type.Null()]),
  /** Profiles of users are inferred from how they speak. */
  signals: Type.Boolean(),
  /** Whether agents are mailed that an agenda is ready. */
  agenda_mails: Type.Boolean(),
  /** HOST or HOST:PORT of private stores that its recordings may be fetched from. */
  allowed_hosts: Type.Array(Text(), { maxItems: 100, uniqueItems: true }),
  quotas: Quotas,
});

/** What may be given when one is made or changed: quotas one by one. */
export const GivenSettings = Type.Composite([
  Type.Partial(Type.Omit(IntegrationSettings, ['quotas'])),
  Type.Object({ quotas: Type.Optional(Type.Partial(Quotas)) }),
]);

/** With a change: the version that it changes; any when absent. What is set already is no change, whatever was expected. */
export const ExpectedVersion = Type.Object({ expected_version: Type.Optional(Type.Integer({ minimum: 1 })) });

export const Integration = Type.Composite([
  Type.Object({ id: Uuid, organization_id: Uuid }),
  IntegrationSettings,
  Type.Object({
    created_date: Type.String(),
    /** Grows with each change of any setting. */
    version: Type.Integer(),
  }),
]);
export type Integration = Static<typeof Integration>;

export const KeyAccess = Type.Union([Type.Literal('read-only'), Type.Literal('read-write')]);
export type KeyAccess = Static<typeof KeyAccess>;

/** A key without its value, which is shown once and never stored. */
export const ApiKey = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  integration_id: Uuid,
  name: Text(),
  access: KeyAccess,
  created_date: Type.String(),
  expires_at: NullableString,
  revoked_at: NullableString,
  last_used_at: NullableString,
});
export type ApiKey = Static<typeof ApiKey>;

/** The category of a submission: an integration without categories accepts any, as a call on the general rubric. */
export function categoryOf({ categories }: Pick<Integration, 'categories'>, name: string): Category | null {
  if (categories === null) return { name, kind: name === 'roleplay' ? 'roleplay' : 'call' };
  return categories.find((category) => category.name === name) ?? null;
}
