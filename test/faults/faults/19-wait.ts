import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

interface Lack {
  readonly what: string;
  readonly begin: (arena: Arena) => void | Promise<void>;
  readonly end: (arena: Arena) => void;
}

const engine: Lack = {
  what: 'the speech engine is missing',
  begin: ({ stack }) => stack.engine.remove(),
  end: ({ stack }) => stack.engine.install(),
};
const disk: Lack = {
  what: "the disk of the worker's folder is full",
  async begin({ stack }) {
    await stack.workDisk.mount(48);
    stack.workDisk.fill();
  },
  end: ({ stack }) => stack.workDisk.free(),
};

const lacking = (row: string, { what, begin, end }: Lack, seconds: number): Fault => ({
  row,
  once: seconds > 600,
  does: `${what} for ${seconds < 120 ? `${seconds} s` : `${seconds / 60} min`}; recordings wait, then complete, and no attempt counts`,
  load: ({ audio }) => ({ recordings: repeated(8, audio.short) }),
  prepare: async (arena) => begin(arena),
  async inject(arena) {
    try {
      await arena.sleep(arena.outage(seconds));
    } finally {
      end(arena);
    }
  },
});

export const wait: readonly Fault[] = [
  lacking('19a', engine, 5),
  lacking('19b', engine, 70),
  lacking('19c', engine, 1200),
  lacking('19d', disk, 5),
  lacking('19e', disk, 70),
  lacking('19f', disk, 1200),
];
