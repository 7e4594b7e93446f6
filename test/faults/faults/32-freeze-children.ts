import type { Arena, Fault } from '../fault.ts';
import { callSeconds } from '../load/call-seconds.ts';
import { repeated } from '../load/load-plan.ts';
import { commandOf, signalAll, withDescendants } from '../stack/processes.ts';

const WINDOW_SECONDS = 1;
/** Until the worker takes a child for frozen, and what a busy machine adds. */
const SEEN_SECONDS = 5;
const MARGIN_SECONDS = 5;
/** As many as there are places for. */
const FROZEN = 2;

/** Children of the worker that do what is asked for; those that only start them are others. */
function childrenThat({ stack }: Arena, works: string): number[] {
  return withDescendants(stack.pid('transcription')).filter((pid) => {
    try {
      return works === 'decode'
        ? commandOf(pid)[0] === 'ffmpeg' && commandOf(pid).includes('-filter_complex')
        : commandOf(pid)[1]?.endsWith('pocketsphinx_continuous') === true;
    } catch {
      // It has ended.
      return false;
    }
  });
}

const frozen = (row: string, works: 'decode' | 'hear'): Fault => ({
  row,
  does: `SIGSTOP for good of two children that ${works} recordings of a tenant; they are started again, no attempt counts, and another’s short call does not wait for them`,
  load: () => ({ recordings: [], overSeconds: 0 }),
  async inject(arena) {
    const { stack, load, audio, setting, until, note, broken } = arena;
    const [one, other] = stack.tenants;
    stack.engine.takes(WINDOW_SECONDS);
    const before = await callSeconds(arena, other);
    const url = audio.long(Number(setting(4 * 3600, 900)));
    await Promise.all(repeated(FROZEN, url).map((planned) => load.submit(one, planned)));
    const stopped = new Set<number>();
    await until('two are frozen', 60, () => {
      for (const pid of childrenThat(arena, works)) {
        if (stopped.size === FROZEN || stopped.has(pid)) continue;
        signalAll([pid], 'SIGSTOP');
        stopped.add(pid);
      }
      return stopped.size === FROZEN;
    });
    const during = await callSeconds(arena, other);
    note(`a short call took ${before.toFixed(1)} s before, ${during.toFixed(1)} s beside them`);
    const allowed = before + WINDOW_SECONDS + MARGIN_SECONDS + (works === 'hear' ? SEEN_SECONDS : 0);
    if (during > allowed)
      broken(`a short call waited for what is frozen: not within ${allowed.toFixed(1)} s`);
    stack.engine.takes(0.05);
  },
});

export const freezeChildren: readonly Fault[] = [frozen('32a', 'decode'), frozen('32b', 'hear')];
