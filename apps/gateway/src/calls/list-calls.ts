import { DebriefError, INVALID_IDENTIFIER } from '@debrief/contracts/errors';
import { acceptedForms, parseIdentifier } from '@debrief/contracts/identifiers';
import { listCalls as listCallsOperation } from '@debrief/contracts/operations/ingest';
import { RecordingStatus } from '@debrief/contracts/resources/call';
import { ExternalId, parseTimeBound, Text } from '@debrief/contracts/text';
import { request as ask } from '@debrief/messaging/request';
import { type Static, Type } from '@sinclair/typebox';
import type { Gateway } from '../http/gateway.ts';
import { listQuery, pageInput, pageReply } from '../paging/list-query.ts';
import type { Parts } from '../parts.ts';

const TimeBound = Type.Optional(Text({ format: 'time-bound' }));

const querystring = Type.Object({
  ...listQuery('asc'),
  user_id: Type.Optional(Text()),
  contact_id: Type.Optional(Text()),
  created_date_gte: TimeBound,
  created_date_lte: TimeBound,
  status: Type.Optional(RecordingStatus),
  incoming: Type.Optional(Type.Boolean()),
  source_id: Type.Optional(Text()),
  stage_id: Type.Optional(Text()),
  external_recording_id: Type.Optional(ExternalId),
});

export function listCalls(gateway: Gateway, { messaging, cursors }: Parts): void {
  gateway.get('/calls', { schema: { querystring } }, async (request) => {
    const { query, caller } = request;
    const filters = filtersOf(query);
    const scope = {
      endpoint: 'calls',
      integrationId: caller.integration_id,
      sort: query.sort ?? 'asc',
      filters,
    } as const;
    const page = await ask(messaging, listCallsOperation, caller, {
      ...pageInput(cursors, query, scope),
      ...filters,
    });
    return pageReply(cursors, page, scope);
  });
}

function filtersOf(query: Static<typeof querystring>) {
  const user = query.user_id === undefined ? null : person('user', query.user_id);
  const contact = query.contact_id === undefined ? null : person('contact', query.contact_id);
  return {
    ...(user?.by === 'id' && { user_id: user.value }),
    ...(user?.by === 'external_user_id' && { external_user_id: user.value }),
    ...(contact?.by === 'id' && { contact_id: contact.value }),
    ...(contact?.by === 'external_contact_id' && { external_contact_id: contact.value }),
    ...bound('created_date_gte', query.created_date_gte, 'lower'),
    ...bound('created_date_lte', query.created_date_lte, 'upper'),
    ...(query.status !== undefined && { status: query.status }),
    ...(query.incoming !== undefined && { incoming: query.incoming }),
    ...(query.source_id !== undefined && { source_id: query.source_id }),
    ...(query.stage_id !== undefined && { stage_id: query.stage_id }),
    ...(query.external_recording_id !== undefined && { external_recording_id: query.external_recording_id }),
  };
}

function person<R extends 'user' | 'contact'>(resource: R, raw: string) {
  const identifier = parseIdentifier(resource, raw);
  if (identifier === null) throw new DebriefError(INVALID_IDENTIFIER, { accepted: acceptedForms(resource) });
  return identifier;
}

function bound<N extends string>(
  name: N,
  value: string | undefined,
  side: 'lower' | 'upper',
): { [K in N]?: string } {
  if (value === undefined) return {};
  const instant = parseTimeBound(value, side);
  return instant === null ? {} : ({ [name]: instant.toISOString() } as { [K in N]?: string });
}
