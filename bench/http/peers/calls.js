// The same table, statements and answers in every peer; the bare process also checks what comes, by `submission`.
import { randomUUID } from 'node:crypto';

/** @param pool One of `pg`, of the package that asks. */
export function callsOf(pool, integrationId) {
  return {
    /** @returns null where there is none. */
    async find(id) {
      const { rows } = await pool.query({ name: 'find', text: FIND, values: [integrationId, id] });
      return rows[0] === undefined ? null : bodyOf(rows[0]);
    },
    async list(limit) {
      const { rows } = await pool.query({ name: 'list', text: LIST, values: [integrationId, limit] });
      return { items: rows.map(bodyOf) };
    },
    async submit(call) {
      const id = randomUUID();
      const values = [integrationId, id, ...SUBMITTED.map((name) => call[name])];
      await pool.query({ name: 'submit', text: SUBMIT, values });
      return { call_event_id: id, status: 'QUEUED' };
    },
  };
}

const READ = `id, created_date, duration_seconds, external_user_id, user_id, external_contact_id, contact_id,
  from_number, to_number, incoming, source, source_id, stage, stage_id, external_recording_id`;
const FIND = `select ${READ} from ingest.recordings where integration_id = $1 and id = $2`;
// Calls, as the list of the API: the indexes begin with the kind.
const LIST = `select ${READ} from ingest.recordings where integration_id = $1 and kind = 'call'
  order by created_date, id limit $2`;

const SUBMITTED = [
  ...['recording_id', 'recording_url', 'duration_seconds', 'ai_category'],
  ...['external_user_id', 'user_name', 'external_contact_id', 'contact_name', 'incoming'],
];
const SUBMIT = `insert into bench.calls (integration_id, call_event_id, external_recording_id, recording_url,
    duration_seconds, ai_category, external_user_id, user_name, external_contact_id, contact_name, incoming, id,
    organization_id, analysis_id, kind, user_id, contact_id, ai_models, source, source_id, queued_at, created_date)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $2, $1, $2, 'call', $1, $1, '[]', 'API', 'api', now(), now())
  on conflict (integration_id, external_recording_id) do nothing`;

function bodyOf({ id, created_date, duration_seconds, ...rest }) {
  return { id, type: 'call', created_date: created_date.toISOString(), duration: duration_seconds, ...rest };
}

const text = { type: 'string', minLength: 1, maxLength: 255 };

/** JSON Schema of a submission. */
export const submission = {
  type: 'object',
  required: SUBMITTED.slice(0, -1),
  properties: {
    ...Object.fromEntries(SUBMITTED.map((name) => [name, text])),
    duration_seconds: { type: 'number', exclusiveMinimum: 0 },
    incoming: { type: 'boolean' },
  },
};

/** Says where it listens, and ends with its parent. */
export function announce(address) {
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
  process.send({ address });
}
