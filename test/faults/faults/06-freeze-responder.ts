import type { Fault } from '../fault.ts';
import { readSteadily } from '../load/read-steadily.ts';

const READS_A_SECOND = 20;
const FROZEN_MS = 6_000;

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

export const freezeResponder: readonly Fault[] = [frozen('6a', 'ingest'), frozen('6b', 'directory')];
