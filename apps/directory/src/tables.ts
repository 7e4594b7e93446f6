import type { MemberRole } from '@debrief/contracts/caller';
import type { ErasedKind } from '@debrief/contracts/events/erasures';
import type { Cadence, Category, KeyAccess } from '@debrief/contracts/resources/access';
import type { InvitationRole, InvitationStatus } from '@debrief/contracts/resources/invitation';
import type { LinkPurpose } from '@debrief/contracts/resources/member';
import type { Quotas } from '@debrief/contracts/resources/quotas';
import type { OutboxTables } from '@debrief/database/outbox';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Set by Postgres or by the statement that inserts the row; never changed. */
type Created = ColumnType<string, never, never>;
/** An instant as Postgres writes it: UTC with microseconds. */
type Instant = ColumnType<string, Date | string, Date | string>;

export interface Tables extends OutboxTables {
  organizations: { id: string; name: string; created_date: Created };
  integrations: {
    id: string;
    organization_id: string;
    name: string;
    crm: string | null;
    source: string;
    source_id: string;
    cadences: Cadence[];
    review_days: number;
    /** Written as JSON text, because pg turns a JavaScript array into a Postgres array. */
    categories: ColumnType<Category[] | null, string | null, string | null>;
    text_days: number | null;
    audio_days: number | null;
    removes_card_numbers: Generated<boolean>;
    speech_engine: string | null;
    signals: Generated<boolean>;
    agenda_mails: Generated<boolean>;
    allowed_hosts: Generated<string[]>;
    quotas: ColumnType<Partial<Quotas>, string | undefined, string>;
    created_date: Created;
    version: Generated<number>;
  };
  mail_use: { integration_id: string; day: Instant; mails: number };
  api_keys: {
    id: string;
    integration_id: string;
    name: string;
    access: KeyAccess;
    sha256: Buffer;
    created_date: Created;
    expires_at: Instant | null;
    revoked_at: Instant | null;
    last_used_at: Instant | null;
  };
  key_uses: { key_id: string; day: string; uses: string };
  users: {
    integration_id: string;
    id: string;
    external_user_id: string;
    /** The ids in user_identities, in the order in which they were added. */
    external_user_ids: string[];
    team_ids: Generated<string[]>;
    name: string;
    name_key: string;
    email: string;
    email_key: string;
    timezone: string | null;
    picture: string | null;
    signal: Generated<boolean>;
    created_date: Created;
    /** In the list; 4,096 are a block of the indexes of searches. */
    place: Generated<string>;
    version: Generated<number>;
  };
  teams: { integration_id: string; id: string; name: string; created_date: Created };
  user_identities: {
    integration_id: string;
    external_user_id: string;
    user_id: string;
    created_date: Created;
  };
  contacts: {
    integration_id: string;
    id: string;
    external_contact_id: string;
    name: string;
    name_key: string;
    first_name: string | null;
    last_name: string | null;
    phone: string | null;
    phone_digits: string | null;
    phone_plain: GeneratedAlways<string | null>;
    emails: string[] | null;
    email_keys: string[] | null;
    stage: string | null;
    stage_id: string | null;
    source: string | null;
    source_id: string | null;
    tags: string[] | null;
    created_date: Created;
    place: Generated<string>;
  };
  invitations: {
    integration_id: string;
    id: string;
    email: string;
    email_key: string;
    external_user_id: string;
    name: string | null;
    first_name: string | null;
    role: InvitationRole;
    /** As stored: a pending one may have expired, see invitations/invitation-view.ts. */
    status: Generated<InvitationStatus>;
    invited_by_user_id: string;
    created_date: Created;
    expires_date: Instant;
    ended_date: Instant | null;
    accepted_user_id: string | null;
    mails: Generated<number>;
    email_sent_at: Instant | null;
  };
  agenda_mails: {
    integration_id: string;
    agenda_id: string;
    user_id: string;
    title: string;
    agenda_url: string;
    /** A day. */
    review_period_end: string;
    sent_at: Instant | null;
  };
  accounts: {
    id: string;
    email: string;
    email_key: string;
    name: string;
    password_hash: string | null;
    proven_date: Instant | null;
    created_date: Created;
  };
  memberships: {
    id: string;
    account_id: string;
    organization_id: string;
    integration_id: string | null;
    role: MemberRole;
    user_id: string | null;
    created_date: Created;
  };
  sessions: {
    id: string;
    token_sha256: Buffer;
    account_id: string;
    integration_id: string | null;
    browser: string;
    address: string;
    created_date: Created;
    seen_date: Generated<string>;
    expires_date: Instant;
  };
  account_links: {
    id: string;
    account_id: string;
    purpose: LinkPurpose;
    token_sha256: Buffer | null;
    created_date: Created;
    expires_date: Instant;
    used_date: Instant | null;
  };
  sign_in_attempts: { key: Buffer; attempts: number; until_date: Instant };
  erasure_list: {
    integration_id: string;
    subject_id: string;
    erasure_id: string;
    kind: ErasedKind;
    with_recordings: boolean;
    words: string[];
    requested_at: Generated<string>;
    asked_at: Generated<string>;
    requests: Generated<number>;
    done: Generated<string[]>;
    finished_at: string | null;
  };
}
