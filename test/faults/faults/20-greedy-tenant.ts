import type { Arena, Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import type { Tenant } from '../stack/stack.ts';

const WINDOW_SECONDS = 1;
/** Beside the windows: download, decoding, the pauses of polls. */
const MARGIN_SECONDS = 4;

/** A short call of each of these tenants, one after another: the longest time until it completes. */
async function longestCall(arena: Arena, tenants: readonly Tenant[]): Promise<number> {
  let longest = 0;
  for (const tenant of tenants) {
    const recording = await arena.load.submit(tenant, { url: arena.audio.short, end: 'COMPLETED' });
    await arena.until('a short call ends', 120, () => recording.endedAtMs !== null);
    longest = Math.max(longest, ((recording.endedAtMs ?? Date.now()) - recording.submittedAtMs) / 1000);
  }
  return longest;
}

/** `others` submit short calls before and while the first tenant is greedy. */
async function compare(arena: Arena, others: readonly Tenant[], greed: () => Promise<void>): Promise<void> {
  arena.stack.engine.takes(WINDOW_SECONDS);
  const before = await longestCall(arena, others.slice(0, 1));
  await greed();
  const during = await longestCall(arena, others);
  arena.note(`a short call took ${before.toFixed(1)} s before, at most ${during.toFixed(1)} s during`);
  const allowed = before + 2 * WINDOW_SECONDS + MARGIN_SECONDS;
  if (during > allowed) {
    arena.broken(`a short call took ${during.toFixed(1)} s and not ${allowed.toFixed(1)} s at most`);
  }
  arena.stack.engine.takes(0.05);
}

const none = () => ({ recordings: [], overSeconds: 0 });

export const greedyTenant: readonly Fault[] = [
  {
    row: '20a',
    once: true,
    does: 'one tenant submits eight URLs that drip; the short call of another waits for one running window at most',
    mayCount: true,
    load: none,
    healSeconds: ({ setting }) => 120 + 3 * Number(setting(300, 15)),
    async inject(arena) {
      const [greedy, other] = arena.stack.tenants;
      await compare(arena, [other], async () => {
        const dripping = repeated(8, arena.audio.dripping, 'FAILED');
        await Promise.all(dripping.map((planned) => arena.load.submit(greedy, planned)));
        await arena.sleep(3);
      });
    },
  },
  {
    row: '20b',
    once: true,
    does: 'one tenant submits 10,000 recordings (at least 100 by the scale); the short call of another waits for one running window at most',
    load: none,
    healSeconds: () => 1800,
    async inject(arena) {
      const [greedy, other] = arena.stack.tenants;
      // A tenth of them would still take ten minutes to drain.
      const count = Math.max(100, Number(arena.setting(10_000, 0)) ** 2 / 10_000);
      await compare(arena, [other], async () => {
        for (let sent = 0; sent < count; sent += 20) {
          const some = repeated(Math.min(20, count - sent), arena.audio.short);
          await Promise.all(some.map((planned) => arena.load.submit(greedy, planned)));
        }
        await arena.sleep(3);
      });
    },
  },
  {
    row: '20c',
    once: true,
    does: 'one tenant submits three files of 4 h; the short call of another waits for one running window at most',
    load: none,
    healSeconds: () => 1800,
    async inject(arena) {
      const [greedy, other] = arena.stack.tenants;
      await compare(arena, [other], () => submitLong(arena, greedy));
    },
  },
  {
    row: '20d',
    once: true,
    does: 'the same beside twenty tenants, each with a short call',
    load: none,
    healSeconds: () => 1800,
    async inject(arena) {
      const [greedy, other] = arena.stack.tenants;
      const others = [other];
      while (others.length < 20) others.push(await arena.stack.newTenant());
      await compare(arena, others, () => submitLong(arena, greedy));
    },
  },
];

async function submitLong({ load, audio, setting, sleep }: Arena, tenant: Tenant): Promise<void> {
  const url = audio.long(Number(setting(4 * 3600, 900)));
  await Promise.all(repeated(3, url).map((planned) => load.submit(tenant, planned)));
  await sleep(5);
}
