import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import type { Surroundings } from '../surroundings.ts';

const RECORDINGS = 8;
/** The pause before the next attempt, and that attempt. */
const NEXT_ATTEMPT_SECONDS = 45;

const hanging = (
  row: string,
  what: string,
  how: 'idle' | 'busy',
  limitSeconds: (about: Surroundings) => number,
): Fault => ({
  row,
  does: `${what}, and the next attempt completes`,
  mayCount: true,
  load: ({ audio }) => ({ recordings: repeated(RECORDINGS, audio.short) }),
  prepare: async ({ stack }) => stack.engine.hang(1, how),
  async inject(arena) {
    const { load, until } = arena;
    await until('everything has ended', limitSeconds(arena) + NEXT_ATTEMPT_SECONDS, () => {
      const { recordings } = load;
      return recordings.length === RECORDINGS && recordings.every(({ endedAtMs }) => endedAtMs !== null);
    });
  },
});

export const hangingEngine: readonly Fault[] = [
  hanging(
    '21a',
    'an engine that hangs while the worker lives; its attempt ends within a lease',
    'idle',
    ({ setting }) => Number(setting(90, 8)),
  ),
  hanging(
    '21b',
    'an engine that computes for ever; its attempt ends at its deadline',
    'busy',
    // Six times the two seconds of audio are added to it.
    ({ setting }) => Number(setting(600, 30)) + 12,
  ),
];
