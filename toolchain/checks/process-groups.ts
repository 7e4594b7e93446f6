import { readdirSync, readFileSync } from 'node:fs';

export function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (leader !== undefined) process.kill(-leader, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/** Ends what is left of a session. turbo gives each task a process group, so that its own is not all of them. */
export function killSession(leader: number | undefined): void {
  if (leader === undefined) return;
  signalGroup(leader, 'SIGKILL');
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (sessionOf(pid) === leader) kill(Number(pid));
  }
}

function sessionOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may hold spaces: count from the last bracket.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
  } catch {
    return null;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
