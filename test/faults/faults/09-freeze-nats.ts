import type { Fault } from '../fault.ts';

export const freezeNats: Fault = {
  row: '9',
  does: 'SIGSTOP of NATS for 8 s; answers again within 10 s',
  async inject({ stack, moment, sleep, resumes }) {
    await moment(3);
    stack.nats.freeze();
    await sleep(8);
    stack.nats.unfreeze();
    await resumes(10);
  },
};
