import type { Fault } from '../fault.ts';

export const freezePostgres: Fault = {
  row: '11',
  does: 'SIGSTOP of Postgres and all its backends for 30 s; every request ends within its time-out',
  async inject({ stack, moment, sleep, outage, resumes }) {
    await moment(3);
    const unfreeze = await stack.postgres.freeze();
    await sleep(Math.max(12, outage(30)));
    unfreeze();
    await resumes(10);
  },
};
