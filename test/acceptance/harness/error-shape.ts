import type { Test } from 'tap';
import type { Reply } from './api.ts';

/** Every reply is measured by the contract on its way, so that only the status and the kind of message are left. */
export function isError(t: Test, reply: Reply, status: number, message = ''): void {
  t.equal(reply.status, status, message);
  t.strictSame(
    Object.keys(reply.body).filter((name) => name !== 'error'),
    ['statusCode', 'message'],
    message,
  );
  t.equal(reply.body.statusCode, status, message);
  for (const sentence of [reply.body.message].flat()) {
    t.ok(typeof sentence === 'string' && sentence.length > 0, message);
    t.notMatch(sentence, /\bat .*:\d+|select |insert |\.ts\b|ingest\.|directory\.|FST_/, message);
  }
}
