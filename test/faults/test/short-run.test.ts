import t from 'tap';
import type { Fault } from '../fault.ts';
import { faults } from '../faults.ts';
import { repeated } from '../load/load-plan.ts';
import { root } from '../root.ts';
import { runRows } from '../run-rows.ts';
import { whyNot } from '../stack/launch-debrief.ts';

/** Of `npm run faults`, a process and a database role; the acceptance tests rob NATS of its store. */
const short = ['1a', '17c'];
/** Fewer recordings: a minute of every `npm test` would be too much for what the other rows show better. */
const lightly = (fault: Fault): Fault => ({
  ...fault,
  load: (about) => {
    const plan = fault.load?.(about);
    const recordings = plan?.recordings?.slice(0, 4) ?? repeated(4, about.audio.short);
    return { ...plan, recordings, overSeconds: 1 };
  },
});
/** Of a machine several times slower than one that takes 30 s. */
const TIMEOUT_MS = 600_000;
const options = {
  ...{ list: false, only: [], runs: 1, seed: 1, scale: 0.1, debrief: root, keep: false },
};

/** Robs a completed recording of its analysis, which the invariants must notice. */
const robbed: Fault = {
  row: '0',
  does: 'an analysis is removed behind the back of Debrief',
  load: ({ audio }) => ({ recordings: repeated(1, audio.short), overSeconds: 0 }),
  followsSeconds: 0,
  async inject({ stack, load, until }) {
    await until('it has ended', 30, () => load.recordings[0]?.endedAtMs != null);
    await stack.postgres.query('delete from coaching.analyses');
  },
};

t.setTimeout(TIMEOUT_MS);
t.test(
  'what was accepted ends although something breaks',
  { skip: whyNot() ?? false, timeout: TIMEOUT_MS },
  async (t) => {
    const chosen = faults
      .filter((fault): fault is Fault => fault.startedBy !== 'npm run cluster' && short.includes(fault.row))
      .map(lightly);
    const stop = new AbortController();
    t.teardown(() => stop.abort());
    for await (const { row, does, isPassed, found } of runRows([...chosen, robbed], options, stop.signal)) {
      if (row === robbed.row) t.match(found, 'I2: a completed recording has not one analysis', does);
      else t.ok(isPassed || brokenOf(found).length === 0, `${row}: ${does}`, { found });
    }
  },
);

/** Beside all other tests a reply may take longer than a client has to wait for it elsewhere. */
function brokenOf(found: string): string[] {
  return found
    .split('; ')
    .slice(0, -1)
    .filter((one) => !/ took longer than |^resumed after /.test(one));
}
