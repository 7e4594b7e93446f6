import { isUtf8 } from 'node:buffer';
import { DebriefError, UNSUPPORTED_MEDIA_TYPE } from '@debrief/contracts/errors';
import type { Gateway } from './gateway.ts';
import { InvalidRequest } from './validation.ts';

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Lists, objects and what is in them; the largest body that fits its schema has some 300. */
const VALUES_MAX = 10_000;

/**
 * Reads bodies as JSON in UTF-8 and nothing else: a lenient decoder turns invalid bytes into U+FFFD, so that two
 * different texts become one. Keys that would change prototypes are dropped like any unknown key.
 */
export function parseJsonBodies(gateway: Gateway): void {
  const parse = gateway.getDefaultJsonParser('remove', 'remove');
  gateway.removeAllContentTypeParsers();
  gateway.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) done(new DebriefError(UNSUPPORTED_MEDIA_TYPE));
    else if (!isUtf8(bytes)) done(new InvalidRequest(['The body must be UTF-8']));
    else if (hasMoreValues(bytes, VALUES_MAX)) {
      done(new InvalidRequest([`The body must have at most ${VALUES_MAX} values`]));
    }
    // Many clients send the type with every POST, also to an endpoint that takes no body.
    else if (bytes.length === 0 && request.routeOptions.schema?.body === undefined) done(null);
    else parse(request, bytes.toString(), done);
  });
}

/**
 * Counts before anything is parsed: 255 KB of brackets are 130,000 values, and took 20 ms to parse and to forget. Text
 * is skipped, whatever is in it.
 */
function hasMoreValues(bytes: Buffer, most: number): boolean {
  if (bytes.length <= most) return false;
  let values = 0;
  let isText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) index += 1;
    else if (!isText && (byte === COMMA || byte === BRACKET || byte === BRACE)) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}
