import { createHmac, timingSafeEqual } from 'node:crypto';
import { DebriefError, INVALID_CURSOR } from '@debrief/contracts/errors';
import { PagePosition } from '@debrief/contracts/paging';
import { Value } from '@sinclair/typebox/value';

/** Where a cursor is valid. It is signed with the position but not carried in the cursor. */
export interface CursorScope {
  endpoint: string;
  integrationId: string;
  sort: string;
  /** The filters as sent to the operation, undefined ones left out. */
  filters: Record<string, unknown>;
}

export interface Cursors {
  sign(position: PagePosition, scope: CursorScope): string;
  /** @throws INVALID_CURSOR for one that was invented, changed, or signed for another scope. */
  open(cursor: string, scope: CursorScope): PagePosition;
}

const SIGNATURE_BYTES = 16;

/** Opaque, HMAC-signed page positions. The first secret signs; cursors of all of them are accepted, so secrets can rotate. */
export function createCursors(secrets: readonly string[]): Cursors {
  const [current] = secrets;
  if (current === undefined) throw new TypeError('createCursors needs at least one secret');
  return {
    sign: (position, scope) => {
      const payload = Buffer.from(JSON.stringify([position.created_date, position.id]));
      return Buffer.concat([signature(current, payload, scope), payload]).toString('base64url');
    },
    open: (cursor, scope) => {
      const bytes = Buffer.from(cursor, 'base64url');
      // Decoding is lenient; only the spelling that was signed is a cursor.
      if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor)
        throw new DebriefError(INVALID_CURSOR);
      const given = bytes.subarray(0, SIGNATURE_BYTES);
      const payload = bytes.subarray(SIGNATURE_BYTES);
      if (!secrets.some((secret) => timingSafeEqual(given, signature(secret, payload, scope)))) {
        throw new DebriefError(INVALID_CURSOR);
      }
      const [created_date, id] = JSON.parse(payload.toString()) as [unknown, unknown];
      return Value.Parse(PagePosition, { created_date, id });
    },
  };
}

function signature(secret: string, payload: Buffer, scope: CursorScope): Buffer {
  const filters = Object.entries(scope.filters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', secret)
    .update(JSON.stringify([scope.endpoint, scope.integrationId, scope.sort, filters]))
    .update('\n')
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
