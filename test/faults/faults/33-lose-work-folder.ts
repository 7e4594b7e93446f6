import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

const WINDOW_SECONDS = 1;

export const loseWorkFolder: Fault = {
  row: '33',
  does: 'the work folder of the worker is deleted with all that is in it; recordings are started again, and no attempt counts',
  load: ({ audio, setting }) => ({
    recordings: [...repeated(10, audio.short), ...repeated(2, audio.long(Number(setting(900, 200))))],
  }),
  prepare: async ({ stack }) => stack.engine.takes(WINDOW_SECONDS),
  async inject({ stack, moment, sleep }) {
    await sleep(2);
    await moment(3);
    rmSync(path.join(stack.dataDir, 'work'), { recursive: true, force: true, maxRetries: 3 });
    await sleep(5);
    stack.engine.takes(0.05);
  },
};
