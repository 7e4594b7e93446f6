import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

export const hangingEngine: Fault = {
  row: '21',
  does: 'an engine that hangs while the worker lives; its attempt ends within a lease, and the next one completes',
  load: ({ audio }) => ({ recordings: repeated(8, audio.short) }),
  prepare: async ({ stack }) => stack.engine.hang(1),
  async inject({ stack, load, setting, until }) {
    const seconds = Number(setting(90, 8)) + 45;
    await until('everything has ended', seconds, () => {
      return load.recordings.length === 8 && load.recordings.every(({ endedAtMs }) => endedAtMs !== null);
    });
    stack.engine.hang(0);
  },
};
