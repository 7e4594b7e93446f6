import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, so that a plain hash protects them as well as a slow one. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256Of(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
