import { uuidv7 } from 'uuidv7';

/** A file that somebody uploads, until it is transcribed. */
export interface Upload {
  readonly integration_id: string;
  /** What its recording has in place of a URL. It says nothing of the tenant, whose folder is the only one looked into. */
  readonly url: string;
  /** When it was begun, in milliseconds. */
  readonly begunAtMs: number;
}

export const UPLOADS = 'uploads/';

const SCHEME = 'upload:';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const URL_FORM = new RegExp(`^${SCHEME}${uuid}$`);
const FORM = new RegExp(`^${UPLOADS}(${uuid})/(${uuid})(?:\\.part)?$`);

export function makeUploadUrl(): string {
  return `${SCHEME}${uuidv7()}`;
}

export function isUploadUrl(url: string): boolean {
  return URL_FORM.test(url);
}

/** Where the file lies: always under the tenant of the recording, whoever gave the URL. */
export function uploadKey(integrationId: string, url: string): string {
  return `${UPLOADS}${integrationId}/${url.slice(SCHEME.length)}`;
}

/** Null for what is not the name of an upload. That of a file that was never finished ends in `.part`. */
export function parseUploadKey(key: string): Upload | null {
  const [, integration_id, id] = FORM.exec(key) ?? [];
  if (integration_id === undefined || id === undefined) return null;
  // The first 48 bits of a version 7 (RFC 9562, 5.7).
  const begunAtMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { integration_id, url: `${SCHEME}${id}`, begunAtMs };
}
