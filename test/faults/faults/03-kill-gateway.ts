import { randomUUID } from 'node:crypto';
import type { Fault } from '../fault.ts';
import { submission } from '../load/load.ts';

const POSTS = 6;

export const killGateway: Fault = {
  row: '3',
  does: 'kill -9 of the gateway in a POST; sent again, it is the same call',
  hitsGateway: true,
  async inject({ stack, load, audio, random, stop, sleep, broken }) {
    const tenant = stack.tenants[0];
    for (let kill = 0; kill < 3; kill += 1) {
      const bodies = Array.from({ length: POSTS }, () => submission(`post-${randomUUID()}`, audio.short));
      const first = bodies.map((body) => load.client.post(tenant, '/calls', body));
      await sleep(random.next() * 0.03);
      await stack.signal('gateway', 'SIGKILL');
      const answers = await Promise.all(first);
      for (const [index, body] of bodies.entries()) {
        const ask = () => load.client.post(tenant, '/calls', body);
        const [second, third] = [await load.client.insist(ask, stop), await load.client.insist(ask, stop)];
        const ids = [answers[index], second, third]
          .filter((answer) => answer?.status === 202)
          .map((answer) => answer?.body.call_event_id);
        if (new Set(ids).size !== 1) broken(`I2: a POST sent again has the ids ${ids.join(' and ')}`);
      }
      await sleep(1);
    }
  },
};
