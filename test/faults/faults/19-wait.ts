import { checkNothingCounted } from '../checks/check-attempts.ts';
import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

const waiting = (about: { setting: Arena['setting'] }): number => Number(about.setting(600, 20));

export const wait: readonly Fault[] = [
  {
    row: '19a',
    once: true,
    does: 'the speech engine is missing for 10 min, then installed; recordings wait, then complete, and no attempt counts',
    load: ({ audio }) => ({ recordings: repeated(8, audio.short) }),
    prepare: async ({ stack }) => stack.engine.remove(),
    async inject(arena) {
      const { stack, sleep } = arena;
      try {
        await sleep(waiting(arena));
      } finally {
        stack.engine.install();
      }
    },
    check: checkNothingCounted,
  },
  {
    row: '19b',
    once: true,
    does: "the disk of the worker's folder is full for 10 min, then free; recordings wait, then complete, and no attempt counts",
    load: ({ audio }) => ({ recordings: repeated(8, audio.short) }),
    async prepare({ stack }) {
      await stack.workDisk.mount(48);
      stack.workDisk.fill();
    },
    async inject(arena) {
      const { stack, sleep } = arena;
      try {
        await sleep(waiting(arena));
      } finally {
        stack.workDisk.free();
      }
    },
    check: checkNothingCounted,
  },
];
