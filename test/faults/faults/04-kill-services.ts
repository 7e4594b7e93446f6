import type { Fault } from '../fault.ts';

export const killServices: Fault = {
  row: '4',
  does: 'kill -9 of directory, coaching and analytics in turn',
  async inject({ stack, moment, sleep }) {
    for (const app of ['directory', 'coaching', 'analytics'] as const) {
      await moment(1.5);
      await stack.signal(app, 'SIGKILL');
      await sleep(1.5);
    }
  },
};
