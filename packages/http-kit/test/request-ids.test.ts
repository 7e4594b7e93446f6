import t from 'tap';
import { requestIdOf } from '../src/request-ids.ts';

t.test("a request keeps its client's id if it is safe to log, and gets a new one otherwise", async (t) => {
  t.equal(requestIdOf({ headers: { 'x-request-id': 'trace-1:a/b' } }), 'trace-1:a/b');
  for (const given of ['', 'a b', 'x'.repeat(129), 'a\nb', 'ü']) {
    t.match(requestIdOf({ headers: { 'x-request-id': given } }), /^[0-9a-f-]{36}$/, given);
  }
  t.not(requestIdOf({ headers: {} }), requestIdOf({ headers: {} }));
});
