import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc: USER_HZ, 100 on every Linux that Node.js runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  pid: number;
  parent: number;
  ticks: number;
}

/** CPU seconds that processes have used, each with everything they have started, whether it still runs or not. */
export function cpuSeconds(pids: readonly number[]): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times !== null);
  const ticksOf = (pid: number): number => {
    const own = all.find((times) => times.pid === pid)?.ticks ?? 0;
    const children = all.filter(({ parent }) => parent === pid);
    return children.reduce((sum, child) => sum + ticksOf(child.pid), own);
  };
  return pids.map((pid) => ticksOf(pid) / TICKS_PER_SECOND);
}

function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // After the name in brackets: state, parent, …, utime, stime, and those of children that have ended (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}

/** Bytes of memory that a process and what it has started hold now; together, a page that several have is divided. */
export function memoryBytes(pid: number): { own: number; children: number; together: number } {
  const below = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => timesOf(other)?.parent === pid)
    .map((child) => memoryBytes(child));
  return {
    own: bytesIn(`/proc/${pid}/status`, 'VmRSS'),
    children: below.reduce((sum, { own, children }) => sum + own + children, 0),
    together: below.reduce(
      (sum, { together }) => sum + together,
      bytesIn(`/proc/${pid}/smaps_rollup`, 'Pss'),
    ),
  };
}

/** The most that a process itself has held since it began, also between two looks at it. */
export function peakBytes(pid: number): number {
  return bytesIn(`/proc/${pid}/status`, 'VmHWM');
}

function bytesIn(file: string, field: string): number {
  try {
    const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'latin1'));
    return Number(line?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
