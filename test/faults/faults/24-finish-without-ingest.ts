import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { untilStatus } from './01-kill-worker.ts';

const RECORDINGS = 4;

const away = (
  row: string,
  what: string,
  begin: (arena: Arena) => Promise<void>,
  end: (arena: Arena) => Promise<void>,
): Fault => ({
  row,
  does: `${what} for 70 s while transcripts are finished; they are kept, and no window is heard twice`,
  load: ({ audio }) => ({ recordings: repeated(RECORDINGS, audio.short), overSeconds: 0 }),
  async prepare({ stack }) {
    stack.engine.takes(3);
  },
  async inject(arena) {
    const { stack, sleep, outage, load, until, note, broken } = arena;
    const before = stack.engine.calls();
    await untilStatus(arena, 'TRANSCRIBING');
    await begin(arena);
    await sleep(outage(70));
    await end(arena);
    await until('everything has ended', 90, () =>
      load.recordings.every(({ endedAtMs }) => endedAtMs !== null),
    );
    const calls = stack.engine.calls() - before;
    note(`${calls} windows heard for ${RECORDINGS} recordings`);
    if (calls > RECORDINGS) broken(`${calls} windows were heard for ${RECORDINGS} recordings of one window`);
  },
});

export const finishWithoutIngest: readonly Fault[] = [
  away(
    '24a',
    "ingest's role is refused",
    ({ stack }) => stack.postgres.refuseRole('ingest'),
    ({ stack }) => stack.postgres.admitRole('ingest'),
  ),
  away(
    '24b',
    'ingest is frozen',
    ({ stack }) => stack.signal('ingest', 'SIGSTOP'),
    ({ stack }) => stack.signal('ingest', 'SIGCONT'),
  ),
  away(
    '24c',
    'NATS is killed and away',
    ({ stack }) => stack.nats.kill(),
    ({ stack }) => stack.nats.start(),
  ),
];
