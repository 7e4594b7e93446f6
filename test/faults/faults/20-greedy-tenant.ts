import type { Arena, Fault } from '../fault.ts';
import { callSeconds } from '../load/call-seconds.ts';
import { repeated } from '../load/load-plan.ts';
import type { Tenant } from '../stack/stack.ts';

const WINDOW_SECONDS = 1;
/** Beside the windows: download, decoding, the pauses of polls. */
const MARGIN_SECONDS = 4;
const CALLS_BEFORE = 3;

/** How one tenant occupies Debrief for longer than the others' calls take. */
interface Greed {
  readonly does: string;
  readonly mayCount?: boolean;
  readonly healSeconds: (about: Pick<Arena, 'setting'>) => number;
  submit(arena: Arena, tenant: Tenant, others: number): Promise<void>;
}

const drips: Greed = {
  does: 'one tenant submits eight URLs that drip',
  mayCount: true,
  healSeconds: ({ setting }) => 120 + 3 * Number(setting(300, 15)),
  async submit({ load, audio }, tenant) {
    await Promise.all(repeated(8, audio.dripping, 'FAILED').map((planned) => load.submit(tenant, planned)));
  },
};

const many: Greed = {
  does: 'one tenant submits 10,000 recordings (at least 100 by the scale)',
  healSeconds: () => 1800,
  async submit({ load, audio, setting }, tenant, others) {
    // A tenth of them would still take ten minutes to drain. Two windows a second last beyond the calls of twenty.
    const count = Math.max(others > 1 ? 160 : 100, Number(setting(10_000, 0)) ** 2 / 10_000);
    for (let sent = 0; sent < count; sent += 20) {
      const some = repeated(Math.min(20, count - sent), audio.short);
      await Promise.all(some.map((planned) => load.submit(tenant, planned)));
    }
  },
};

const long: Greed = {
  does: 'one tenant submits files of 4 h',
  healSeconds: () => 1800,
  async submit({ load, audio, setting }, tenant, others) {
    const url = audio.long(Number(setting(4 * 3600, 900)));
    await Promise.all(repeated(others > 1 ? 5 : 3, url).map((planned) => load.submit(tenant, planned)));
  },
};

/** `others` submit short calls one after another, before and while the first tenant is greedy. */
async function compare(arena: Arena, others: readonly Tenant[], greed: Greed): Promise<void> {
  const { stack, load, sleep, note, broken } = arena;
  const [greedy, other] = stack.tenants;
  stack.engine.takes(WINDOW_SECONDS);
  const before: number[] = [];
  // Of one alone, a pause of the machine could be all that it says.
  while (before.length < CALLS_BEFORE) before.push(await callSeconds(arena, other));
  const median = before.sort((a, b) => a - b)[Math.floor(CALLS_BEFORE / 2)] as number;
  await greed.submit(arena, greedy, others.length);
  await sleep(3);
  const during: number[] = [];
  for (const tenant of others) during.push(await callSeconds(arena, tenant));
  if (load.recordings.every(({ tenant, endedAtMs }) => tenant !== greedy || endedAtMs !== null))
    broken('the fault missed: the greedy tenant had nothing left before the last short call');
  const longest = Math.max(...during);
  note(`a short call took ${median.toFixed(1)} s before (median), at most ${longest.toFixed(1)} s during`);
  const allowed = median + 2 * WINDOW_SECONDS + MARGIN_SECONDS;
  if (longest > allowed)
    broken(`a short call took longer than before and ${2 * WINDOW_SECONDS + MARGIN_SECONDS} s`);
  stack.engine.takes(0.05);
}

const rowOf = (row: string, greed: Greed, tenants: 2 | 20): Fault => ({
  row,
  does: `${greed.does}${tenants > 2 ? `, beside ${tenants} tenants` : ''}; the short call of another waits for one running window at most`,
  ...(greed.mayCount === true && { mayCount: true }),
  load: () => ({ recordings: [], overSeconds: 0 }),
  healSeconds: greed.healSeconds,
  async inject(arena) {
    const others = [arena.stack.tenants[1]];
    while (tenants > 2 && others.length < tenants) others.push(await arena.stack.newTenant());
    await compare(arena, others, greed);
  },
});

export const greedyTenant: readonly Fault[] = [
  rowOf('20a', drips, 2),
  rowOf('20b', many, 2),
  rowOf('20c', long, 2),
  rowOf('20d', long, 20),
  rowOf('20e', drips, 20),
  rowOf('20f', many, 20),
];
