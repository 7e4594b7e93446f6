import { isUtf8 } from 'node:buffer';
import { DebriefError, UNSUPPORTED_MEDIA_TYPE } from '@debrief/contracts/errors';
import type { Gateway } from './gateway.ts';
import { InvalidRequest } from './validation.ts';

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
    // Many clients send the type with every POST, also to an endpoint that takes no body.
    else if (bytes.length === 0 && request.routeOptions.schema?.body === undefined) done(null);
    else parse(request, bytes.toString(), done);
  });
}
