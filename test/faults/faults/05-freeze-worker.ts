import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { untilStatus } from './01-kill-worker.ts';

export const freezeWorker: Fault = {
  row: '5',
  does: 'SIGSTOP of a worker for longer than its lease while another one works, then SIGCONT; its results are refused',
  load: ({ audio }) => ({ recordings: repeated(12, audio.short) }),
  async prepare({ stack }) {
    stack.engine.takes(1.5);
    await stack.replica('transcription');
  },
  async inject(arena) {
    const { stack, setting, sleep, moment } = arena;
    await untilStatus(arena, 'TRANSCRIBING');
    await moment(1.5);
    await stack.signal('transcription', 'SIGSTOP');
    await sleep(Number(setting(90, 8)) + 4);
    await stack.signal('transcription', 'SIGCONT');
    stack.engine.takes(0.3);
    await sleep(3);
  },
};
