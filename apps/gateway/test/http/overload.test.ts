import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '@debrief/contracts/api-key';
import { getCall } from '@debrief/contracts/operations/ingest';
import { handle } from '@debrief/messaging/serve';
import t from 'tap';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

/** More than two batches of 256, and the two that are sent when those stay silent. */
const MORE_THAN_ARE_SENT = 1_100;

t.test(
  'a route that is asked for more than is answered refuses unread, and no other route does',
  async (t) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stuck = handle(getCall, async (items) => {
      await released;
      return items.map(() => ({ json: '{}' }));
    });
    const { base, key, lookUps } = await lonelyGateway(t, {
      verifies: true,
      handlers: [stuck],
      env: { RATE_LIMIT_PER_MINUTE: '0', ADDRESS_LIMIT_PER_MINUTE: '0' },
    });
    const stranger = generateApiKey();
    const ask = (what: string, withKey = key) =>
      fetch(`${base}/api/v1/${what}`, { headers: { 'x-api-key': withKey } });
    const call = 'calls/019aa000-0000-7000-8000-000000000009';
    const waiting = Array.from({ length: MORE_THAN_ARE_SENT }, () => ask(call));
    let refused: Response | undefined;
    while (refused?.status !== 503) refused = await Promise.race([ask(call), sleep(20, undefined)]);
    const before = lookUps();
    const early = await ask(call, stranger);
    t.equal(early.status, 503, 'before its key is looked up');
    t.equal(early.headers.get('retry-after'), '1');
    t.ok(early.headers.get('x-request-id'));
    t.match(await early.json(), { statusCode: 503 });
    t.equal(lookUps(), before);
    t.equal((await ask('users', stranger)).status, 401, 'another route looks its key up');

    release();
    const answers = await Promise.all(waiting);
    // On a busy machine some have waited for as long as a request may: 504.
    t.ok(answers.every(({ status }) => [200, 503, 504].includes(status)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    let after = await ask(call);
    while (after.status === 503) after = await ask(call);
    t.equal(after.status, 200);
  },
);
