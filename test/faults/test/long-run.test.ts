import t from 'tap';
import { faults } from '../faults.ts';
import { root } from '../root.ts';
import { runRows } from '../run-rows.ts';
import { whyNot } from '../stack/launch-debrief.ts';

/** Of `npm run faults`, those that start more than one Debrief does: a cluster, and the release before beside this one. */
const skip = process.env.TEST_LONG ? (whyNot() ?? false) : 'part of npm run test:long';
const TIMEOUT_MS = 1_800_000;
const options = { list: false, only: [], runs: 1, seed: 1, scale: 0.1, debrief: root, keep: false };

t.setTimeout(TIMEOUT_MS);
t.test('a cluster and an upgrade lose nothing', { skip, timeout: TIMEOUT_MS }, async (t) => {
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const chosen = faults.filter(({ startedBy }) => startedBy !== undefined);
  for await (const { row, does, isPassed, found } of runRows(chosen, options, stop.signal))
    t.ok(isPassed, `${row}: ${does}`, { found });
});
