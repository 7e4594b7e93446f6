import type { IncomingHttpHeaders } from 'node:http';

/**
 * The API key of a request: `x-api-key`, or `Authorization: Bearer`. Both may be there with the same value.
 * @returns null when there is none, when two differ, or when a header is not of its form.
 */
export function credentialsOf(headers: IncomingHttpHeaders): string | null {
  const plain = headers['x-api-key'];
  const bearer = headers.authorization;
  if (bearer === undefined) return typeof plain === 'string' && plain !== '' ? plain : null;
  const match = /^Bearer +([^\s]+) *$/i.exec(bearer);
  if (match?.[1] === undefined) return null;
  return plain === undefined || plain === match[1] ? match[1] : null;
}
