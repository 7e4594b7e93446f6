import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessEntry {
  /** When the process began, in the system's own notation: together with the pid it names one process for good. */
  started: string;
  command: string;
}

/** What runs under this pid, or null when nothing does. A zombie counts as nothing. */
export function findProcess(pid: number): ProcessEntry | null {
  return process.platform === 'linux' ? findInProc(pid) : findWithPs(pid);
}

function findInProc(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may hold spaces: count from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { started: fields[19] ?? '', command };
  } catch {
    return null;
  }
}

function findWithPs(pid: number): ProcessEntry | null {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  });
  // "Ss   Fri Nov 20 22:31:00 2026 command …"
  const [, state, started, command] =
    /^(\S+)\s+(\S+\s+\S+\s+\d+\s+\S+\s+\d+)\s+(.*)$/.exec((stdout ?? '').trim()) ?? [];
  if (!state || state.startsWith('Z')) return null;
  return { started: started ?? '', command: command ?? '' };
}
