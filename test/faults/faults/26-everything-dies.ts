import type { Fault } from '../fault.ts';
import { apps } from '../stack/stack.ts';

const died = (row: string, what: string, wipes: boolean): Fault => ({
  row,
  does: `kill -9 of every app, NATS and Postgres at once${what}`,
  hitsGateway: true,
  mayCount: true,
  async inject({ stack, moment, sleep, resumes }) {
    await moment(4);
    await Promise.all([
      stack.postgres.kill(),
      stack.nats.kill(),
      ...apps.map((app) => stack.signal(app, 'SIGKILL')),
    ]);
    if (wipes) stack.nats.wipe();
    await sleep(3);
    await Promise.all([stack.postgres.start(), stack.nats.start()]);
    // Each app is started again at once, and waits for both.
    await resumes(20);
  },
});

export const everythingDies: readonly Fault[] = [
  died('26a', '', false),
  died('26b', ', and the store of NATS is lost', true),
];
