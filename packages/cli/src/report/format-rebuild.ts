import type { Rebuild } from '@debrief/contracts/operations/rebuilds';
import { formatDuration } from './format-duration.ts';

/** A rebuild in one line: how far it is and since when, or what it did. */
export function formatRebuild(name: string, rebuild: Rebuild, now: Date = new Date()): string {
  const { rows, changed, removed, waits_for, waiting_since, started_at, finished_at } = rebuild;
  const counts = `${count(rows)} compared, ${count(changed)} corrected, ${count(removed)} removed`;
  const title = `${name}: ${counts}`;
  if (finished_at !== null) return `${title}, done in ${duration(started_at, new Date(finished_at))}`;
  const running = `${title}, for ${duration(started_at, now)}`;
  return waits_for === null || waiting_since === null
    ? running
    : `${running}; waits for ${waits_for}, for ${duration(waiting_since, now)}`;
}

function count(rows: number): string {
  return rows.toLocaleString('en');
}

/** The clock of the database and ours may differ by a little. */
function duration(since: string, until: Date): string {
  return formatDuration((until.getTime() - new Date(since).getTime()) / 1000);
}
