import type { Fault } from '../fault.ts';
import { apps } from '../stack/stack.ts';

const died = (row: string, what: string, wipes: boolean): Fault => ({
  row,
  does: `kill -9 of every app, NATS and Postgres at once${what}`,
  hitsGateway: true,
  mayCount: true,
  async inject({ stack, moment, sleep, resumes }) {
    await moment(4);
    stack.launched.forgiveExits(true);
    await Promise.all([
      stack.postgres.kill(),
      stack.nats.kill(),
      ...apps.map((app) => stack.signal(app, 'SIGKILL')),
    ]);
    if (wipes) stack.nats.wipe();
    await sleep(3);
    await Promise.all([stack.postgres.start(), stack.nats.start()]);
    // A supervisor waits up to 10 s before it starts again what could not start.
    await resumes(20);
    stack.launched.forgiveExits(false);
  },
});

export const everythingDies: readonly Fault[] = [
  died('26a', '', false),
  died('26b', ', and the store of NATS is lost', true),
];
