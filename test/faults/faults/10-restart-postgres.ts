import type { Fault } from '../fault.ts';

export const restartPostgres: Fault = {
  row: '10',
  does: 'Postgres stopped with -m immediate and started again; answers again within 5 s',
  async inject({ stack, moment, sleep, resumes }) {
    await moment(3);
    await stack.postgres.stopImmediately();
    await sleep(0.5);
    await stack.postgres.start();
    await resumes(5);
  },
};
