import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

export const wipeNats: readonly Fault[] = [
  {
    row: '8a',
    does: 'NATS killed and its store deleted while it is stopped; streams are created again',
    async inject({ stack, moment, sleep, resumes }) {
      await moment(4);
      await stack.nats.kill();
      stack.nats.wipe();
      await sleep(1);
      await stack.nats.start();
      await resumes(10);
    },
  },
  {
    row: '8b',
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
