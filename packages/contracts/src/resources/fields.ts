import { Type } from '@sinclair/typebox';
import { ExternalId, Nullable, Text } from '../text.ts';

/** Fields of what is answered, each with what it means: the reference shows these descriptions. */

export function Id(description: string) {
  return Type.String({ format: 'uuid', description });
}

/** ISO-8601 in UTC with milliseconds. */
export function Instant(description: string) {
  return Type.String({ format: 'date-time', description });
}

/** `YYYY-MM-DD`. */
export function CalendarDate(description: string) {
  return Type.String({ format: 'date', description });
}

export function Label(description: string) {
  return Type.String({ description });
}

export function Labels(description: string) {
  return Type.Array(Type.String(), { description });
}

export function NullableLabel(description: string) {
  return Nullable(Type.String(), { description });
}

export function NullableNumber(description: string) {
  return Nullable(Type.Number(), { description });
}

export function Count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** What lists of users and of contacts are filtered by alike. */
export const personFilters = {
  email: Type.Optional(Text({ description: 'Equal to it, case aside' })),
  name: Type.Optional(Text({ description: 'Part of the name, case aside; `%` and `_` are plain' })),
};

/** A filter by the client's own id. */
export const ExternalIdFilter = Type.Optional(Type.String({ ...ExternalId, description: 'Exactly this id' }));
