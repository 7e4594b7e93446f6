import type { Generated, GeneratedAlways } from 'kysely';

/** The tables that `migrate` adds to every service's schema; a service's own tables extend this. */
export interface OutboxTables {
  outbox: {
    id: GeneratedAlways<number>;
    message_id: string;
    subject: string;
    payload: unknown;
    created_at: Generated<string>;
    due_at: Generated<string>;
    failures: Generated<number>;
    published_at: string | null;
    stream: string | null;
    stream_seq: number | null;
  };
  outbox_stream: { stream: string; subject: string; created: string; last_seq: number };
}
