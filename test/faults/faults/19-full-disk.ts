import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import type { SmallDisk } from '../stack/small-disk.ts';

const SECONDS = 5;
const EVENT_BYTES = 20_000;
const EVENTS = 50;

interface Server {
  readonly what: string;
  /** Puts its files on a disk of their own, and starts it again. */
  readonly prepare: (arena: Arena) => Promise<void>;
  /** The disk is full, and what it writes does not fit. */
  readonly during: (arena: Arena) => Promise<void>;
  readonly disk: (arena: Arena) => SmallDisk;
  /** None by default. */
  readonly leftBytes?: number;
  /** There is room again: does what whoever runs the server would do. */
  readonly after: (arena: Arena) => Promise<void>;
}

async function smallPostgres({ stack: { postgres } }: Arena): Promise<void> {
  if (!postgres.hasExited()) await postgres.stopImmediately();
  await postgres.disk.mount();
  await postgres.start();
}

/** One that could write no log has ended, and its supervisor starts it again. */
async function restartPostgres({ stack: { postgres }, note, until }: Arena): Promise<void> {
  if (!postgres.hasExited()) {
    await until('Postgres answers again', 30, () => postgres.query('select').then(Boolean, () => false));
    return;
  }
  note('Postgres had ended');
  await postgres.start();
}

const postgres: Server = {
  what: 'Postgres',
  prepare: smallPostgres,
  disk: ({ stack }) => stack.postgres.disk,
  async during({ stack, broken }) {
    const code = await stack.postgres
      .query('create table public.does_not_fit (id integer primary key)')
      .catch((error: { code?: string }) => error.code);
    if (code !== '53100') broken(`the disk is not full: ${code}`);
  },
  after: restartPostgres,
};

const log: Server = {
  ...postgres,
  what: 'Postgres, which needs a new file for its log,',
  async during({ stack }) {
    await stack.postgres.query('select pg_switch_wal()').catch(() => {});
  },
};

const nats: Server = {
  what: 'NATS',
  async prepare({ stack }) {
    await stack.nats.kill();
    await stack.nats.disk.mount();
    await stack.nats.start();
  },
  disk: ({ stack }) => stack.nats.disk,
  // Larger than the events of short calls, which it keeps in memory until there is room.
  async during({ stack: { nats }, until }) {
    const unfit = JSON.stringify({ recording: 'x'.repeat(EVENT_BYTES) });
    const store = () => nats.store('recording.failed', unfit);
    // Faster than they are read and go away.
    await until('an event does not fit', 30, async () =>
      (await Promise.all(Array.from({ length: EVENTS }, store))).includes(false),
    );
  },
  // nats-server 2.9.10 stands still from a write that fits in part until it is killed, as npm start does.
  async after({ stack: { nats }, note }) {
    if (await nats.consumers().catch(() => null)) return;
    note('JetStream stood still');
    await nats.kill();
    await nats.start();
  },
};

const natsInWriting: Server = {
  ...nats,
  what: 'NATS, which ends in the middle of an event,',
  leftBytes: 300_000,
};

const full = (row: string, { what, prepare, during, disk, leftBytes = 0, after }: Server): Fault => ({
  row,
  does: `the disk of ${what} is full for ${SECONDS} s; everything ends, and clients see outages at most`,
  // A Debrief of their own: its servers stay on those disks.
  settings: () => ({ WAIT_DAYS: '8' }),
  load: ({ audio }) => ({ recordings: repeated(14, audio.short), overSeconds: 6 }),
  prepare,
  async inject(arena) {
    const { moment, sleep, outage, resumes } = arena;
    await moment(3);
    await disk(arena).fill(leftBytes);
    try {
      await during(arena);
      await sleep(outage(SECONDS));
    } finally {
      await disk(arena).free();
    }
    await after(arena);
    await resumes(10);
  },
});

export const fullDisk: readonly Fault[] = [
  full('19g', postgres),
  full('19h', log),
  full('19i', nats),
  full('19j', natsInWriting),
];
