import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { readSteadily } from '../load/read-steadily.ts';
import { isRunning } from '../stack/processes.ts';
import { allApps } from '../stack/stack.ts';
import { untilStatus } from './01-kill-worker.ts';

const EXIT_SECONDS = 30;
const READS_A_SECOND = 40;
const PAGES_A_SECOND = 10;
/** All pages come from one address. */
const settings = () => ({ ADDRESS_LIMIT_PER_MINUTE: '0' });

/** Clients read lists and a page of the console until `restart` has ended. */
async function whileReading(arena: Arena, restart: () => Promise<void>): Promise<void> {
  const { stack, load, note } = arena;
  let isOver = false;
  const isEnd = () => isOver;
  const page = () => load.browser.get(stack.tenants[0], '/sign-in');
  const reading = Promise.all([
    readSteadily(arena, { perSecond: READS_A_SECOND, isOver: isEnd }),
    readSteadily(arena, { perSecond: PAGES_A_SECOND, isOver: isEnd, read: page }),
  ]);
  // Ctrl-C ends it while something else is awaited.
  reading.catch(() => {});
  await restart();
  isOver = true;
  await reading;
  const told = ({ answered, outage }: typeof load.client.counts) => `${outage} of ${answered + outage}`;
  note(`${told(load.client.counts)} replies and ${told(load.browser.counts)} pages were 503`);
}

export const terminate: readonly Fault[] = [
  {
    row: '16a',
    does: 'SIGTERM of every app in turn under load; each exits within 30 s, and clients and the console’s visitors see nothing but 503 besides the gateway and it',
    settings,
    hitsGateway: true,
    mayTimeOut: false,
    load: ({ audio }) => ({ recordings: repeated(18, audio.short), overSeconds: 15 }),
    async inject(arena) {
      const { stack, moment, sleep, until, note } = arena;
      const exits: string[] = [];
      await whileReading(arena, async () => {
        for (const app of allApps) {
          await moment(1);
          const pid = stack.pid(app);
          const startedAtMs = Date.now();
          await stack.signal(app, 'SIGTERM');
          await until(`${app} exits`, EXIT_SECONDS, () => !isRunning(pid));
          exits.push(`${app} ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`);
          await until(`${app} is back`, 20, () => stack.pid(app) !== pid);
          await sleep(1);
        }
      });
      note(`exits: ${exits.join(', ')}`);
    },
  },
  {
    row: '16b',
    does: 'a rolling restart of two of each app under load; clients and the console’s visitors see nothing but 503 with Retry-After',
    settings,
    mayTimeOut: false,
    load: ({ audio }) => ({ recordings: repeated(24, audio.short), overSeconds: 20 }),
    async prepare({ stack, load }) {
      for (const app of allApps) {
        const { address } = await stack.replica(app);
        if (app === 'gateway') load.client.balance(`${address}${new URL(stack.baseUrl).pathname}`);
        if (app === 'console') load.browser.balance(`${address}`);
      }
    },
    async inject(arena) {
      const { stack, moment, sleep, until } = arena;
      await whileReading(arena, async () => {
        for (const app of allApps) {
          await moment(1);
          const pid = stack.pid(app);
          await stack.signal(app, 'SIGTERM');
          await until(`${app} is back`, EXIT_SECONDS, () => !isRunning(pid) && stack.pid(app) !== pid);
          await sleep(1);
        }
      });
    },
  },
  {
    row: '16c',
    does: 'SIGTERM of a worker that transcribes, with a long lease; another has its work at once',
    settings: () => ({ LEASE_SECONDS: '60' }),
    load: ({ audio }) => ({ recordings: repeated(2, audio.short), overSeconds: 0 }),
    async prepare({ stack }) {
      stack.engine.takes(4);
      await stack.replica('transcription');
    },
    async inject(arena) {
      const { stack, load, until, note } = arena;
      await untilStatus(arena, 'TRANSCRIBING');
      const startedAtMs = Date.now();
      await stack.signal('transcription', 'SIGTERM');
      stack.engine.takes(0.3);
      // Less than a lease, and more than the rest of both recordings takes.
      await until('everything has ended', 15, () =>
        load.recordings.every(({ endedAtMs }) => endedAtMs !== null),
      );
      note(`ended ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s after SIGTERM`);
    },
  },
];
