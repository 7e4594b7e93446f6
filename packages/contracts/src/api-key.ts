import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A key is `dbr_live_`, 32 random base62 characters (190 bits) and 6 base62 characters of checksum: the CRC-32 of
 * all before it, which catches every wrong character and every swap of neighbours. A mistyped key is refused without a
 * look-up, and secret scanners recognise a real key.
 */
const PREFIX = 'dbr_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
/** 62^6 is the first power above 2^32. */
const CHECKSUM_LENGTH = 6;
const shape = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

export function generateApiKey(): string {
  let key = PREFIX;
  // randomInt rejects instead of taking a remainder, so that every character is equally likely.
  for (let index = 0; index < SECRET_LENGTH; index += 1) key += ALPHABET[randomInt(ALPHABET.length)];
  return key + checksum(key);
}

/** True for what generateApiKey may have made. Says nothing about whether the key exists or is still good. */
export function isWellFormedApiKey(value: string): boolean {
  if (!shape.test(value)) return false;
  const secret = value.slice(0, -CHECKSUM_LENGTH);
  return checksum(secret) === value.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 of the whole key in lower-case hex: all that is stored of it, and what `directory.keys.verify` takes. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
