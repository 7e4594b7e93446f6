import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { RecordingIdentifier } from '@debrief/contracts/operations/ingest';
import { isUuid } from '@debrief/contracts/text';
import type { Static } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';

interface Identified {
  readonly caller: IntegrationCaller;
  readonly input: Static<typeof RecordingIdentifier>;
}

/**
 * A `from` clause with one row an item, in the items' order: `item.ord`, and the recording as `r` (nulls when the
 * item's own integration has none). Each form of identifier has a column of its own and is null in the others, so
 * every branch is a plain probe of one unique index; an `or` over the three would scan.
 */
export function recordingOfEach(items: readonly Identified[]): RawBuilder<unknown> {
  const uuids = (by: string) =>
    items.map(({ input }) => (input.by === by && isUuid(input.value) ? input.value : null));
  const externalIds = items.map(({ input }) => (input.by === 'external_recording_id' ? input.value : null));
  return sql`
    unnest(
      ${items.map(({ caller }) => caller.integration_id)}::uuid[],
      ${items.map(({ input }) => input.kind)}::text[],
      ${uuids('id')}::uuid[],
      ${uuids('call_event_id')}::uuid[],
      ${externalIds}::text[]
    ) with ordinality as item (integration_id, kind, id, call_event_id, external_recording_id, ord)
    left join lateral (
      select by_id.* from recordings by_id
      where by_id.integration_id = item.integration_id and by_id.id = item.id
      union all
      select by_event.* from recordings by_event
      where by_event.integration_id = item.integration_id and by_event.call_event_id = item.call_event_id
      union all
      select by_external.* from recordings by_external
      where by_external.integration_id = item.integration_id
        and by_external.external_recording_id = item.external_recording_id
    ) r on r.kind = item.kind
  `;
}
