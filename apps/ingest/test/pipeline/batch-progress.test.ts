import type { RecordingProgress } from '@debrief/contracts/events/recording';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { batchProgress } from '../../src/pipeline/batch-progress.ts';

function notice(recording_id: string, progress: number, attempt = 1): RecordingProgress {
  return { integration_id: uuidv7(), recording_id, attempt, progress };
}

t.test('a burst of notices is one write, with the furthest of each attempt', async (t) => {
  const writes: RecordingProgress[][] = [];
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const progress = batchProgress({
    intervalMs: 5,
    write: async (notices) => {
      writes.push(notices);
      resolve();
    },
    onFailure: (error) => t.fail(String(error)),
    onRecovery() {},
  });
  for (const furthest of [71, 80, 75]) progress.add(notice('a', furthest));
  progress.add(notice('a', 72, 2));
  progress.add(notice('b', 90));
  await written;
  t.same(
    writes.map((notices) => notices.map((one) => `${one.recording_id} ${one.attempt} ${one.progress}`)),
    [['a 1 80', 'a 2 72', 'b 1 90']],
  );
  await progress.close();
});

t.test('closing writes what was collected, and a failed write does not hold up the next', async (t) => {
  const writes: number[] = [];
  const errors: unknown[] = [];
  const progress = batchProgress({
    intervalMs: 1,
    write: async ([one]) => {
      writes.push(one?.progress ?? 0);
      if (writes.length === 1) throw new Error('Postgres does not answer');
    },
    onFailure: (error) => errors.push(error),
    onRecovery() {},
  });
  progress.add(notice('a', 70));
  while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve));
  progress.add(notice('a', 80));
  await progress.close();
  t.same(writes, [70, 80]);
});
