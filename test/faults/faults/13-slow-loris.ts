import { connect, type Socket } from 'node:net';
import type { Arena, Fault } from '../fault.ts';

const SOCKETS = 500;
/** Of a second, in each of which as many sockets send. */
const TURNS = 50;
const READS = 200;
/** Below this a doubled time says more about the machine than about the sockets. */
const NOISE_MS = 40;

export const slowLoris: Fault = {
  row: '13',
  does: '500 sockets that send a header a second; the p99 of good reads stays below twice what it was',
  async inject(arena) {
    const { stack, note, broken, sleep } = arena;
    const before = await p99(arena);
    const { hostname, port } = new URL(stack.baseUrl);
    const sockets: Socket[] = [];
    let turn = 0;
    // Each socket in its own moment of the second: this process measures, too, and would wait for its own bursts.
    const drip = setInterval(() => {
      for (let count = 0; count < SOCKETS / TURNS; count += 1) {
        const at = turn++ % SOCKETS;
        if (sockets[at] === undefined) {
          sockets[at] = connect(Number(port), hostname).on('error', () => {});
          sockets[at].write('GET /api/v1/calls HTTP/1.1\r\nhost: debrief\r\n');
        } else if (sockets[at].writable) sockets[at].write('x-slow: 1\r\n');
      }
    }, 1000 / TURNS);
    await sleep(1);
    try {
      const during = await p99(arena);
      note(`p99 ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms during`);
      if (during > Math.max(2 * before, NOISE_MS)) {
        broken(`p99 was ${before.toFixed(0)} ms and is ${during.toFixed(0)} ms`);
      }
    } finally {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    }
  },
};

async function p99({ stack, load, sleep }: Arena): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const answer = await load.client.get(stack.tenants[0], '/calls?limit=1');
    times.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY);
    await sleep(0.02);
  }
  return times.sort((a, b) => a - b)[Math.ceil(READS * 0.99) - 1] as number;
}
