import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';

/** Waits until a recording of the load has the status. */
export function untilStatus(arena: Arena, status: string): Promise<boolean> {
  return arena.until(`a recording is ${status}`, 60, () =>
    arena.load.recordings.some((recording) => recording.status === status),
  );
}

const killed = (row: string, when: string, status: string, slow: boolean): Fault => ({
  row,
  does: `kill -9 of transcription ${when}; its work is claimed again, at the latest when the lease ends`,
  mayCount: true,
  load: ({ audio }) => ({ recordings: repeated(12, slow ? audio.slow(3) : audio.short) }),
  prepare: async ({ stack }) => stack.engine.takes(slow ? 0.3 : 1.5),
  async inject(arena) {
    const { stack, moment } = arena;
    await untilStatus(arena, status);
    await moment(1.5);
    await stack.signal('transcription', 'SIGKILL');
    stack.engine.takes(0.3);
  },
});

export const killWorker: readonly Fault[] = [
  killed('1a', 'while it downloads', 'DOWNLOADING', true),
  killed('1b', 'while it transcribes', 'TRANSCRIBING', false),
  {
    row: '1c',
    does: 'kill -9 of transcription three times at moments of a load, also before it finishes',
    mayCount: true,
    async inject({ stack, moment, sleep }) {
      for (let kill = 0; kill < 3; kill += 1) {
        await moment(2);
        await stack.signal('transcription', 'SIGKILL');
        await sleep(2);
      }
    },
  },
  {
    row: '1d',
    does: 'kill -9 of transcription five times while it downloads; no attempt counts',
    load: ({ audio }) => ({ recordings: repeated(4, audio.slow(4)) }),
    async inject(arena) {
      const { stack, sleep, moment } = arena;
      for (let kill = 0; kill < 5; kill += 1) {
        await untilStatus(arena, 'DOWNLOADING');
        await moment(1.5);
        await stack.signal('transcription', 'SIGKILL');
        await sleep(3);
      }
    },
  },
];
