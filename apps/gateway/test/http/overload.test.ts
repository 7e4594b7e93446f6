import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '@debrief/contracts/api-key';
import { getCall } from '@debrief/contracts/operations/ingest';
import { handle } from '@debrief/messaging/serve';
import t from 'tap';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

t.test('a route of which too much is asked refuses unread, and no other route does', async (t) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let batches = 0;
  const stuck = handle(getCall, async (items) => {
    batches += 1;
    await answered;
    return items.map(() => ({ json: '{}' }));
  });
  const { base, key, lookUps } = await lonelyGateway(t, { verifies: true, handlers: [stuck] });
  const stranger = generateApiKey();
  const call = 'calls/019aa000-0000-7000-8000-000000000009';
  const ask = (what: string, withKey = key) =>
    fetch(`${base}/api/v1/${what}`, { headers: { 'x-api-key': withKey } });
  const areSent = async (count: number) => {
    while (batches < count) await sleep(5);
  };
  // Two are on the way, and who comes next waits: longer than anybody may, by a clock that the test moves.
  const first = ask(call);
  await areSent(1);
  const second = ask(call);
  await areSent(2);
  let now = performance.now();
  t.intercept(performance, 'now', { value: () => now });
  const asked = [first, second];
  let refused: Response | undefined;
  while (refused?.status !== 503) {
    now += 700;
    const next = ask(call);
    asked.push(next);
    refused = await Promise.race([next, sleep(50, undefined)]);
  }

  const before = lookUps();
  const early = await ask(call, stranger);
  t.equal(early.status, 503, 'before its key is looked up');
  t.equal(early.headers.get('retry-after'), '1');
  t.ok(early.headers.get('x-request-id'));
  t.match(await early.json(), { statusCode: 503 });
  t.equal(lookUps(), before);
  t.equal((await ask('users', stranger)).status, 401, 'another route looks its key up');

  answer();
  // 504 for whom the moved clock has passed by: on a slow machine it moves before the next request is there.
  for (const { status } of await Promise.all(asked)) t.ok([200, 503, 504].includes(status), `${status}`);
  now += 150;
  t.equal((await ask(call)).status, 200, 'a moment later');
});
