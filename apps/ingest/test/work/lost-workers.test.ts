import t from 'tap';
import { sweepLeases } from '../../src/work/sweep-recordings.ts';
import { rowOf } from '../fixtures/ingest-database.ts';
import { pass, settings, type Work, workDatabase } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);

const claimBoth = async (): Promise<Map<string, Work>> => {
  const work = await worker.claim({ places: 2 });
  return new Map(work.map((one) => [one.recording.recording_id, one]));
};

t.test(
  'what was lost with two workers is handed out alone, and what had no engine then does not count',
  async (t) => {
    const [killer, neighbour] = [await claimed(), await claimed()];
    let held = new Map([killer, neighbour].map(({ row, work }) => [row.id, work]));
    for (const losses of [1, 2, 3]) {
      const isAlone = losses === 3;
      for (const [id, { recording, alone }] of held) {
        t.equal(alone, isAlone);
        await worker.renew(recording, { paused: isAlone && id === neighbour.row.id });
      }
      await pass(db, 91);
      await sweepLeases(db, settings);
      await pass(db, 600);
      held = await claimBoth();
    }
    t.match(await rowOf(db, killer.row), { status: 'FAILED', failures: 3 });
    t.match(await rowOf(db, neighbour.row), { status: 'DOWNLOADING', failures: 2, losses: 3 });
  },
);
