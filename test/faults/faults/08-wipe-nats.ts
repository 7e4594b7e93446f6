import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

const wiped = (row: string, seconds: number): Fault => ({
  row,
  once: seconds > 600,
  does: `NATS killed and away for ${seconds} s, its store deleted meanwhile; streams are created again`,
  async inject({ stack, moment, sleep, outage, resumes }) {
    await moment(4);
    await stack.nats.kill();
    stack.nats.wipe();
    await sleep(outage(seconds));
    await stack.nats.start();
    await resumes(10);
  },
});

export const wipeNats: readonly Fault[] = [
  wiped('8a', 1),
  wiped('8b', 70),
  wiped('8c', 1200),
  {
    row: '8d',
    does: 'coaching is frozen, NATS loses its store with the transcripts that were on their way to it',
    load: ({ audio }) => ({ recordings: repeated(8, audio.short) }),
    async inject({ stack, load, until, sleep }) {
      await stack.signal('coaching', 'SIGSTOP');
      await until('recordings are ANALYZING', 60, () =>
        load.recordings.some(({ status }) => status === 'ANALYZING'),
      );
      await sleep(1);
      await stack.nats.kill();
      stack.nats.wipe();
      await stack.nats.start();
      await stack.signal('coaching', 'SIGCONT');
    },
  },
];
