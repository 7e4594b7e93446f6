import type { Fault } from '../fault.ts';

const READS_A_SECOND = 20;

const frozen = (row: string, app: 'ingest' | 'directory'): Fault => ({
  row,
  does: `SIGSTOP of one of two processes of ${app} for 6 s; 99 % of reads are answered`,
  async inject({ stack, load, moment, sleep, note, broken }) {
    const replica = await stack.replica(app);
    await moment(1);
    const before = { ...load.client.counts };
    replica.signal('SIGSTOP');
    const reads: Promise<unknown>[] = [];
    for (let read = 0; read < 6 * READS_A_SECOND; read += 1) {
      reads.push(load.client.get(stack.tenants[0], '/calls?limit=1'));
      await sleep(1 / READS_A_SECOND);
    }
    await Promise.all(reads);
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
