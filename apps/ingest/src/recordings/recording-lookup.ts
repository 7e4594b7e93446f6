import { type IntegrationCaller, onlyUserOf } from '@debrief/contracts/caller';
import { CALL_NOT_FOUND, DebriefError, ROLEPLAY_NOT_FOUND } from '@debrief/contracts/errors';
import type { RecordingIdentifier } from '@debrief/contracts/operations/ingest';
import type { RecordingStatus } from '@debrief/contracts/resources/call';
import { isUuid } from '@debrief/contracts/text';
import { isErased } from '@debrief/database/erasures';
import { integrationsWith } from '@debrief/database/leased-work';
import { ofEach } from '@debrief/database/pool';
import type { Static } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';

/** Nobody reads the recording `r` from the moment of its erasure on, nor of that of its people. */
export const isErasedRecording = isErased({ id: 'id', user: 'user_id', contact: 'contact_id' });

interface Identified {
  readonly caller: IntegrationCaller;
  readonly input: Static<typeof RecordingIdentifier>;
}

/** The forms of an identifier, each with the type of its column and the index that finds it. */
const forms = {
  id: 'uuid',
  call_event_id: 'uuid',
  external_recording_id: 'text',
} as const;
type Form = keyof typeof forms;

/**
 * A `from` clause with one row an item: `item.ord`, and the recording as `r` (nulls when the item's own integration
 * does not have it, or it is not that of the member who asks). Each form of identifier that the items use has its own
 * column, is null in the others, and probes one unique index; an `or` over them would scan.
 */
export function recordingOfEach(items: readonly Identified[]): RawBuilder<unknown> {
  const used = (Object.keys(forms) as Form[]).filter((form) => items.some(({ input }) => input.by === form));
  const valueIn =
    (form: Form) =>
    ({ input: { by, value } }: Identified) =>
      by === form && isSuchA(form, value) ? value : null;
  return sql`
    unnest(
      ${ofEach(items, 'uuid', ({ caller }) => caller.integration_id)},
      ${ofEach(items, 'uuid', ({ caller }) => onlyUserOf(caller))},
      ${ofEach(items, 'text', ({ input }) => input.kind)},
      ${sql.join(used.map((form) => ofEach(items, forms[form], valueIn(form))))}
    ) with ordinality as item (integration_id, only_user_id, kind, ${sql.join(used.map((form) => sql.ref(form)))}, ord)
    left join lateral (${sql.join(
      used.map(
        (form) => sql`
          select one.* from recordings one
          where one.integration_id = item.integration_id and one.${sql.ref(form)} = item.${sql.ref(form)}
        `,
      ),
      sql` union all `,
    )}) r on r.kind = item.kind and (item.only_user_id is null or r.user_id = item.only_user_id)
      and not ${isErasedRecording}
  `;
}

function isSuchA(form: Form, value: string): boolean {
  return form === 'external_recording_id' || isUuid(value);
}

/** The answer to an item whose integration does not have the recording. */
export function notFound(item: Identified | undefined) {
  return { error: new DebriefError(item?.input.kind === 'roleplay' ? ROLEPLAY_NOT_FOUND : CALL_NOT_FOUND) };
}

/**
 * The recordings `r` in one status, by columns that change once or twice: an index on status would make every change of
 * it touch all indexes.
 */
export function inStatus(status: Static<typeof RecordingStatus>): RawBuilder<boolean> {
  if (status === 'COMPLETED') return sql`(r.error is null and r.finished_at is not null)`;
  if (status === 'FAILED') return sql`r.error is not null`;
  return sql`(r.finished_at is null and ${phase} = ${phaseOf[status]} and r.status = ${status})`;
}

/** As the index `recordings_unfinished` has it. */
const phase = sql`
  case when r.transcribed_at is not null then 'analyzing' when r.claimed_at is not null then 'claimed' else 'queued' end
`;
const phaseOf = {
  QUEUED: 'queued',
  DOWNLOADING: 'claimed',
  TRANSCRIBING: 'claimed',
  ANALYZING: 'analyzing',
} as const;

/** For operators, who need not name an integration: `integration (integration_id)`. */
export const knownIntegrations = integrationsWith('integration', sql.table('recordings'), sql`true`);
export const openIntegrations = integrationsWith(
  'integration',
  sql.table('recordings'),
  sql`r.finished_at is null`,
);
