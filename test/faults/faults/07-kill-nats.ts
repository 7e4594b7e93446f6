import type { Fault } from '../fault.ts';

const away = (row: string, seconds: number): Fault => ({
  row,
  once: seconds > 600,
  does: `NATS killed with -9 and away for ${seconds} s; answers again within 5 s`,
  async inject({ stack, moment, sleep, outage, resumes }) {
    await moment(3);
    await stack.nats.kill();
    await sleep(outage(seconds));
    await stack.nats.start();
    await resumes(5);
  },
});

export const killNats: readonly Fault[] = [away('7a', 1), away('7b', 5), away('7c', 70), away('7d', 1200)];
