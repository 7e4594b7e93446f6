import { checkNothingCounted } from '../checks/check-attempts.ts';
import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { untilStatus } from './01-kill-worker.ts';

const RECORDINGS = 4;

export const finishWithoutIngest: Fault = {
  row: '24',
  does: "ingest's role is refused for 70 s while transcripts are finished; they are kept, and no window is heard twice",
  load: ({ audio }) => ({ recordings: repeated(RECORDINGS, audio.short), overSeconds: 0 }),
  async prepare({ stack }) {
    stack.engine.takes(3);
  },
  async inject(arena) {
    const { stack, sleep, outage, load, until, note, broken } = arena;
    const before = stack.engine.calls();
    await untilStatus(arena, 'TRANSCRIBING');
    await stack.postgres.refuseRole('ingest');
    await sleep(outage(70));
    await stack.postgres.admitRole('ingest');
    await until('everything has ended', 90, () =>
      load.recordings.every(({ endedAtMs }) => endedAtMs !== null),
    );
    const calls = stack.engine.calls() - before;
    note(`${calls} windows heard for ${RECORDINGS} recordings`);
    if (calls > RECORDINGS) broken(`${calls} windows were heard for ${RECORDINGS} recordings of one window`);
  },
  check: checkNothingCounted,
};
