import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { untilStatus } from './01-kill-worker.ts';

export const freezeWorker: Fault = {
  row: '5',
  does: 'SIGSTOP of a worker for longer than its lease; another has its work meanwhile, and after SIGCONT its results are refused',
  mayCount: true,
  load: ({ audio }) => ({ recordings: repeated(12, audio.short) }),
  async prepare({ stack }) {
    stack.engine.takes(1.5);
  },
  async inject(arena) {
    const { stack, load, setting, sleep, moment, until } = arena;
    await untilStatus(arena, 'TRANSCRIBING');
    await moment(1);
    await stack.signal('transcription', 'SIGSTOP');
    stack.engine.takes(0.3);
    await stack.replica('transcription');
    await until('another has its work', Number(setting(90, 8)) + 20, async () => {
      const ids = load.recordings.map(({ recordingId }) => recordingId);
      const sql = 'select from ingest.recordings where attempt > 1 and external_recording_id = any ($1)';
      return (await stack.postgres.query(sql, [ids])).length > 0;
    });
    await sleep(2);
    await stack.signal('transcription', 'SIGCONT');
    await sleep(3);
  },
};
