import { Type } from '@sinclair/typebox';
import { DebriefError, INVALID_IDENTIFIER } from './errors.ts';
import { isExternalId, isUuid } from './text.ts';

/** The accepted forms of `{identifier}` for each resource, beside the plain UUID, which all take. */
const forms = {
  call: { uuid: ['call_event_id'], external: ['external_recording_id'] },
  roleplay: { uuid: ['call_event_id'], external: [] },
  contact: { uuid: ['id'], external: ['external_contact_id'] },
  user: { uuid: ['id'], external: ['external_user_id'] },
  period: { uuid: [], external: [] },
  agenda: { uuid: [], external: [] },
  invitation: { uuid: [], external: [] },
} as const;

export type IdentifiedResource = keyof typeof forms;
type Form<R extends IdentifiedResource> = (typeof forms)[R];

export interface Identifier<R extends IdentifiedResource = IdentifiedResource> {
  /** Which column the value names; `id` for a plain UUID. */
  by: 'id' | Form<R>['uuid'][number] | Form<R>['external'][number];
  value: string;
}

/**
 * Parses a percent-decoded path parameter or query value.
 * @returns null when the form is not accepted for the resource; the value of a UUID form is lower-cased.
 */
export function parseIdentifier<R extends IdentifiedResource>(
  resource: R,
  raw: string,
): Identifier<R> | null {
  if (isUuid(raw)) return { by: 'id', value: raw.toLowerCase() };
  const separator = raw.indexOf(':');
  if (separator === -1) return null;
  const prefix = raw.slice(0, separator);
  const value = raw.slice(separator + 1);
  const form: { uuid: readonly string[]; external: readonly string[] } = forms[resource];
  if (form.uuid.includes(prefix)) {
    return isUuid(value) ? { by: prefix as Identifier<R>['by'], value: value.toLowerCase() } : null;
  }
  if (form.external.includes(prefix)) {
    return isExternalId(value) ? { by: prefix as Identifier<R>['by'], value } : null;
  }
  return null;
}

/**
 * Like `parseIdentifier`.
 * @throws INVALID_IDENTIFIER naming the accepted forms.
 */
export function requireIdentifier<R extends IdentifiedResource>(resource: R, raw: string): Identifier<R> {
  const identifier = parseIdentifier(resource, raw);
  if (identifier === null) throw new DebriefError(INVALID_IDENTIFIER, { accepted: acceptedForms(resource) });
  return identifier;
}

/** A parsed identifier as an operation takes it. */
export function IdentifierOf<R extends IdentifiedResource>(resource: R) {
  const { uuid, external } = forms[resource];
  const columns = [...new Set(['id', ...uuid, ...external])].map((name) => Type.Literal(name));
  return Type.Object({ by: Type.Unsafe<Identifier<R>['by']>(Type.Union(columns)), value: Type.String() });
}

/** The forms as a client writes them, for error messages and the reference. */
export function acceptedForms(resource: IdentifiedResource): string[] {
  const form = forms[resource];
  return [
    '{uuid}',
    ...form.uuid.map((prefix) => `${prefix}:{uuid}`),
    ...form.external.map((prefix) => `${prefix}:{string}`),
  ];
}
