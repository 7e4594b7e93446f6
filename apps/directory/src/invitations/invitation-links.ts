import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 24;
/** Signatures of anything else with the same secret are none of an invitation. */
const PURPOSE = 'debrief invitation';

export interface InvitationKey {
  integration_id: string;
  id: string;
}

/**
 * Links that whoever has them may accept with. None is stored: the last part holds the ids of the integration and the
 * invitation and an HMAC over both, so that the same invitation has the same link until the secret is rotated.
 */
export class InvitationLinks {
  readonly #webAppUrl: string;
  readonly #secrets: readonly string[];

  /** @param secrets the first signs, all are accepted. */
  constructor(webAppUrl: string, secrets: readonly string[]) {
    this.#webAppUrl = webAppUrl.replace(/\/+$/, '');
    this.#secrets = secrets;
  }

  /** The page of the web application that shows the invitation to anyone who has the link. */
  linkOf({ integration_id, id }: InvitationKey): string {
    const ids = Buffer.concat([bytesOf(integration_id), bytesOf(id)]);
    const token = Buffer.concat([ids, signature(ids, this.#secrets[0] ?? '')]);
    return `${this.#webAppUrl}/invitations/${token.toString('base64url')}`;
  }

  /** @returns whose token it is, or null for one that was not signed here. */
  open(token: string): InvitationKey | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== 2 * ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
    const ids = bytes.subarray(0, 2 * ID_BYTES);
    const given = bytes.subarray(2 * ID_BYTES);
    if (!this.#secrets.some((secret) => timingSafeEqual(signature(ids, secret), given))) return null;
    return { integration_id: idOf(ids.subarray(0, ID_BYTES)), id: idOf(ids.subarray(ID_BYTES)) };
  }
}

function signature(ids: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(PURPOSE).update(ids).digest().subarray(0, SIGNATURE_BYTES);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
