import type { Fault } from '../fault.ts';
import { callSeconds } from '../load/call-seconds.ts';
import { readSteadily } from '../load/read-steadily.ts';
import type { App } from '../stack/stack.ts';

const READS_A_SECOND = 20;
const FROZEN_MS = 6_000;
const LONG_MS = 45_000;

const frozen = (row: string, app: 'ingest' | 'directory'): Fault => ({
  row,
  does: `SIGSTOP of one of two processes of ${app} for 6 s; 99 % of reads are answered`,
  async inject(arena) {
    const { stack, load, moment, note, broken } = arena;
    const replica = await stack.replica(app);
    await moment(1);
    const before = { ...load.client.counts };
    replica.signal('SIGSTOP');
    const endsAtMs = Date.now() + FROZEN_MS;
    await readSteadily(arena, { perSecond: READS_A_SECOND, isOver: () => Date.now() > endsAtMs });
    replica.signal('SIGCONT');
    const { answered, outage, disconnected } = load.client.counts;
    const lost = outage + disconnected - before.outage - before.disconnected;
    const share =
      1 - lost / (answered + outage + disconnected - Object.values(before).reduce((a, b) => a + b));
    note(`${(share * 100).toFixed(1)} % answered`);
    if (share < 0.99) broken(`only ${(share * 100).toFixed(1)} % of requests were answered`);
  },
});

/** Until a message that a frozen process was given goes to another, twice in a row, and what a busy machine adds. */
const HELD_UP_SECONDS = 12;
const MARGIN_SECONDS = 5;

const heldUp = (row: string, app: App): Fault => ({
  row,
  does: `SIGSTOP of one of two processes of ${app} for 45 s; short calls submitted meanwhile take little longer`,
  load: () => ({ recordings: [], overSeconds: 0 }),
  async inject(arena) {
    const { stack, note, broken } = arena;
    const [tenant] = stack.tenants;
    const replica = await stack.replica(app);
    const before = await callSeconds(arena, tenant);
    replica.signal('SIGSTOP');
    const endsAtMs = Date.now() + LONG_MS;
    const during: number[] = [];
    while (Date.now() < endsAtMs) during.push(await callSeconds(arena, tenant));
    replica.signal('SIGCONT');
    const longest = Math.max(...during);
    note(
      `a short call took ${before.toFixed(1)} s before; the longest of ${during.length} meanwhile ${longest.toFixed(1)} s`,
    );
    const allowed = before + HELD_UP_SECONDS + MARGIN_SECONDS;
    if (longest > allowed) broken(`a short call was held up: not within ${allowed.toFixed(1)} s`);
  },
});

export const freezeResponder: readonly Fault[] = [
  frozen('6a', 'ingest'),
  frozen('6b', 'directory'),
  heldUp('6c', 'ingest'),
  heldUp('6d', 'coaching'),
];
