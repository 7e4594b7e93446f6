import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BaseStack, Stack } from './stack.ts';

const EXCERPT_LENGTH = 300;
const outbox = `select id, message_id, subject, published_at, stream, stream_seq, due_at, failures from`;

const questions: Readonly<Record<string, string>> = {
  recordings: 'select * from ingest.recordings where finished_at is null',
  analyses_due: `select id, recording_attempt, attempt, queued_at, received_at, claimed_by, lease_until, due_at, failures,
    waits_for
    from coaching.analyses_due`,
  analyses: `select recording_id, attempt, created_date from coaching.analyses
    where recording_id in (select id from ingest.recordings where finished_at is null)`,
  lease_clocks: 'select * from ingest.lease_clock union all select * from coaching.lease_clock',
  outbox_of_ingest: `${outbox} ingest.outbox`,
  outbox_of_coaching: `${outbox} coaching.outbox`,
  streams_of_ingest: 'select * from ingest.outbox_stream',
  streams_of_coaching: 'select * from coaching.outbox_stream',
};

/**
 * Where everything stands, beside the logs of a row that failed: what is not finished, what Postgres and NATS have of it,
 * and how far each consumer is. The servers' own data goes with the servers.
 */
export async function writeState(stack: BaseStack): Promise<void> {
  const state: Record<string, unknown> = {};
  for (const [name, question] of Object.entries(questions)) {
    state[name] = await stack.postgres.query(question).catch(String);
  }
  const { nats } = stack as Partial<Stack>;
  state.consumers = await nats?.consumers().catch(String);
  state.messages = await nats
    ?.read()
    .then((messages) => messages.map((message) => message.slice(0, EXCERPT_LENGTH)), String);
  writeFileSync(path.join(stack.dataDir, 'logs', 'state.json'), JSON.stringify(state, null, 1));
}
