import { randomBytes } from 'node:crypto';

const SCOPE_BYTES = 16;
const SECRET_BYTES = 24;

/** The integration's id, by which a link alone leads to its rows, then random bytes; as base64url. */
export function newInvitationToken(integrationId: string): string {
  const scope = Buffer.from(integrationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([scope, randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** @returns the id of the token's integration, or null for text that cannot be a token. */
export function integrationOfToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SCOPE_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.toString('hex', 0, SCOPE_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
