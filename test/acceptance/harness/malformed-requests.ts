import { submission } from './submissions.ts';

const json = { 'content-type': 'application/json' };

/** What is not a body of any operation: a sentence, the body, its headers and the status it is refused with. */
export const wrongBodies: [string, string, Record<string, string>, number][] = [
  ['malformed JSON', '{"recording_id":', json, 400],
  ['JSON with something behind it', '{} {}', json, 400],
  ['an empty body', '', json, 400],
  ['an array', '[]', json, 400],
  ['null', 'null', json, 400],
  ['a string', '"text"', json, 400],
  ['a number', '1', json, 400],
  ['100,000 nested arrays', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, json, 400],
  ['a number that is infinite', JSON.stringify(submission()).replace('61.5', '1e999'), json, 400],
  ['a key that would change prototypes', '{"__proto__":{"recording_id":"x"}}', json, 400],
  ['a body of another type', '{}', { 'content-type': 'text/plain' }, 415],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['a form with parts', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['XML', '<call/>', { 'content-type': 'application/xml' }, 415],
  ['a type that is none', '{}', { 'content-type': 'nonsense' }, 415],
  ['a body over the limit', `{"x":"${'x'.repeat(300_000)}"}`, json, 413],
];

/** What no HTTP client writes to a socket, of a caller with a good key. */
export function wrongBytes(key: string): [string, string | Buffer, number][] {
  const start = 'GET /api/v1/calls HTTP/1.1\r\n';
  const keyed = `host: x\r\nconnection: close\r\nx-api-key: ${key}\r\n`;
  return [
    ['431: headers over the limit', `${start}${keyed}x-large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['431: a path over the limit', `GET /api/v1/${'x'.repeat(20_000)} HTTP/1.1\r\n${keyed}\r\n`, 431],
    ['400: garbage on the socket', 'garbage\r\n\r\n', 400],
    ['400: bytes that are not text', Buffer.from([0, 255, 1, 254, 13, 10, 13, 10]), 400],
    ['400: a method that is none', `BREW /api/v1/calls HTTP/1.1\r\n${keyed}\r\n`, 400],
    ['400: no Host', `${start}connection: close\r\nx-api-key: ${key}\r\n\r\n`, 400],
    ['400: NUL in the path', `GET /api/v1/calls/\u0000 HTTP/1.1\r\n${keyed}\r\n`, 400],
    ['400: NUL in a header', `${start}${keyed}x-odd: a\u0000b\r\n\r\n`, 400],
    ['400: a negative length', `POST /api/v1/calls HTTP/1.1\r\n${keyed}content-length: -1\r\n\r\n{}`, 400],
    [
      '400: a length and chunks',
      `POST /api/v1/calls HTTP/1.1\r\n${keyed}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      '400: a chunk of no size',
      `POST /api/v1/calls HTTP/1.1\r\n${keyed}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['404: a path that is a star', `OPTIONS * HTTP/1.1\r\n${keyed}\r\n`, 404],
  ];
}

/** Percent-encoded, what no text may be: NUL, a lone surrogate, other bytes that are no UTF-8, and no encoding at all. */
export const wrongEncodings = ['%00', 'a%00b', '%ED%A0%80', '%FF', '%C3%28', '%zz', '%', '%1'];
