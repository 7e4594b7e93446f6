import { randomBytes } from 'node:crypto';

const SCOPE_BYTES = 16;
const SECRET_BYTES = 24;

/** Names the integration first, so that a link alone leads to its rows; the rest cannot be guessed. */
export function newInvitationToken(integrationId: string): string {
  const scope = Buffer.from(integrationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([scope, randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** @returns the integration a token is of, or null for what cannot be a token. */
export function integrationOfToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SCOPE_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.toString('hex', 0, SCOPE_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
