import { RecordingContext } from '@debrief/contracts/events/recording';
import { isoInstant } from '@debrief/database/instants';
import { type RawBuilder, sql } from 'kysely';

const createdDate = isoInstant('r.created_date');

/** The other fields are columns of the same name. */
const computed: Partial<Record<keyof RecordingContext, RawBuilder<unknown>>> = {
  recording_id: sql`r.id`,
  occurred_at: sql`coalesce(${isoInstant('r.occurred_at')}, ${createdDate})`,
  created_date: createdDate,
};

const names = Object.keys(RecordingContext.properties) as (keyof RecordingContext)[];
const fields = names.map((name) => sql`${computed[name] ?? sql.ref(`r.${name}`)} as ${sql.ref(name)}`);

/** The context of the recording `r` that every event carries, as JSON; the driver parses it. */
export const recordingContext: RawBuilder<RecordingContext> = sql`
  (select row_to_json(context) from (select ${sql.join(fields)}) context)
`;
