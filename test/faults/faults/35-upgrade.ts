import path from 'node:path';
import type { Fault } from '../fault.ts';
import { repeated } from '../load/load-plan.ts';
import { readSteadily } from '../load/read-steadily.ts';
import { root } from '../root.ts';
import { migrationsSinceRelease } from '../stack/previous-release.ts';
import { allApps, operatorOf } from '../stack/stack.ts';

const READS_A_SECOND = 20;
const SIDE_BY_SIDE_SECONDS = 20;

/** Of messages that a process has handled, by its metrics. */
async function eventsOf(healthUrl: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', healthUrl))).text();
  const counts = [...text.matchAll(/^debrief_events_total\{[^}]*outcome="handled"[^}]*\} (\d+)/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

export const upgrade: Fault = {
  row: '35',
  startedBy: 'the previous release',
  does: 'the release before this version: `debrief migrate` of this one, then the apps of both side by side; everything ends',
  settings: () => ({ ADDRESS_LIMIT_PER_MINUTE: '0' }),
  load: ({ audio }) => ({ recordings: repeated(40, audio.short), overSeconds: 40 }),
  async inject(arena) {
    const { stack, load, sleep, note, broken } = arena;
    let isOver = false;
    const reading = readSteadily(arena, { perSecond: READS_A_SECOND, isOver: () => isOver });
    // Ctrl-C ends it while something else is awaited.
    reading.catch(() => {});
    await sleep(3);
    const { cli } = operatorOf(root, stack.dataDir);
    const migrated = JSON.parse(await cli('migrate')) as { applied: string[] }[];
    const applied = migrated.flatMap((service) => service.applied);
    const added = await migrationsSinceRelease();
    if (applied.length !== added.length)
      broken(
        `${applied.length} migrations were applied, of ${added.length} that are new: ${added.join(', ')}`,
      );
    note(`${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied`);
    await sleep(5);
    const healthUrls = new Map<string, string>();
    for (const app of allApps) {
      const { address, healthUrl } = await stack.replica(app, path.join(root, 'apps', app, 'src/main.ts'));
      healthUrls.set(app, healthUrl);
      if (app === 'gateway') load.client.balance(`${address}${new URL(stack.baseUrl).pathname}`);
      if (app === 'console') load.browser.balance(`${address}`);
    }
    await sleep(SIDE_BY_SIDE_SECONDS);
    for (const app of ['ingest', 'coaching', 'analytics']) {
      const count = await eventsOf(healthUrls.get(app) ?? '');
      if (count === 0) broken(`the new ${app} has handled no event`);
      note(`the new ${app} handled ${count} events`);
    }
    isOver = true;
    await reading;
  },
};
