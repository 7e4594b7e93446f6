import type { Arena, ClusterFault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { readSteadily } from '../load/read-steadily.ts';
import type { ClusterProcess, ClusterStack } from '../stack/cluster-stack.ts';
import { isRunning } from '../stack/processes.ts';

const READS_A_SECOND = 20;
const BACK_SECONDS = 30;
/** Elections and failovers of a busy machine. */
const settings = () => ({ ADDRESS_LIMIT_PER_MINUTE: '0' });
type ClusterArena = Arena<ClusterStack>;

const load = (recordings: number, overSeconds: number) => ({
  load: ({ audio }: { audio: { short: string } }) => ({
    recordings: repeated(recordings, audio.short),
    overSeconds,
  }),
});

/** Clients read lists meanwhile. */
async function whileReading(arena: ClusterArena, body: () => Promise<void>): Promise<void> {
  let isOver = false;
  const reading = readSteadily(arena, { perSecond: READS_A_SECOND, isOver: () => isOver });
  // Ctrl-C ends it while something else is awaited.
  reading.catch(() => {});
  await body();
  isOver = true;
  await reading;
  const { answered, outage, disconnected } = arena.load.client.counts;
  arena.note(
    `${outage} of ${answered + outage + disconnected} replies were outages, ${disconnected} cut off`,
  );
}

/** A process of the same name runs again, which `isThere` says more of. */
async function isBack(
  { stack, until }: ClusterArena,
  { name, pid }: ClusterProcess,
  isThere: (process: ClusterProcess) => boolean = () => true,
): Promise<void> {
  await until(`${name} is back`, BACK_SECONDS, () => {
    const now = [...stack.servers(), ...stack.apps()].find((one) => one.name === name);
    return now?.pid != null && now.pid !== pid && isRunning(now.pid) && isThere(now);
  });
}

const primaryOf = (stack: ClusterStack) =>
  stack.servers().find(({ role }) => role === 'primary') as ClusterProcess;

/** Kills the primary; resolves when the other one is primary and the killed one its replica. */
async function failOver(arena: ClusterArena): Promise<void> {
  const { stack, until, note } = arena;
  const primary = primaryOf(stack);
  const startedAtMs = Date.now();
  await stack.signal(primary, 'SIGKILL');
  await until('the replica is primary', BACK_SECONDS, () => {
    const now = primaryOf(stack);
    return now !== undefined && now.name !== primary.name;
  });
  note(`${primaryOf(stack).name} followed after ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`);
  await arena.resumes(10);
  await isBack(arena, primary, ({ role }) => role === 'replica');
  await arena.sleep(2);
}

/** Each of the three NATS servers is away in turn. */
const natsInTurn =
  (isAway: (arena: ClusterArena, server: ClusterProcess) => Promise<void>, catchesUpSeconds: number) =>
  (arena: ClusterArena): Promise<void> =>
    whileReading(arena, async () => {
      for (const server of arena.stack.servers().filter(({ name }) => name.startsWith('nats-'))) {
        await arena.moment(2);
        await isAway(arena, server);
        // Before the next one goes: with two of three away nothing can be stored.
        await arena.sleep(catchesUpSeconds);
      }
    });

export const clusterFaults: readonly ClusterFault[] = [
  {
    row: '34a',
    startedBy: 'npm run cluster',
    does: 'on a cluster: each of three NATS servers killed with -9 in turn and away for 5 s; everything goes on',
    settings,
    ...load(40, 40),
    inject: natsInTurn(async (arena, server) => {
      await arena.stack.signal(server, 'SIGKILL');
      await isBack(arena, server);
    }, 4),
  },
  {
    row: '34b',
    startedBy: 'npm run cluster',
    does: 'on a cluster: each of three NATS servers frozen in turn for 8 s; everything goes on',
    settings,
    ...load(40, 40),
    inject: natsInTurn(async ({ stack, sleep }, server) => {
      await stack.signal(server, 'SIGSTOP');
      await sleep(8);
      await stack.signal(server, 'SIGCONT');
    }, 6),
  },
  {
    row: '34c',
    startedBy: 'npm run cluster',
    does: 'on a cluster: every process of every app replaced, one by one; clients see nothing but 503 with Retry-After',
    settings,
    mayTimeOut: false,
    ...load(60, 50),
    async inject(arena) {
      const { stack, sleep } = arena;
      await whileReading(arena, async () => {
        for (const app of stack.apps()) {
          await stack.signal(app, 'SIGTERM');
          await isBack(arena, app);
          await sleep(0.5);
        }
      });
    },
  },
  {
    row: '34d',
    startedBy: 'npm run cluster',
    does: 'on a cluster: the primary Postgres killed with -9 and its replica promoted, there and back; nothing acknowledged is lost',
    settings,
    ...load(40, 30),
    async inject(arena) {
      await whileReading(arena, async () => {
        await arena.moment(3);
        await failOver(arena);
        await arena.moment(2);
        await failOver(arena);
      });
    },
  },
];
