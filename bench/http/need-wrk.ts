import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Installs wrk from Debian where it is missing and may be installed. @throws where it cannot be had. */
export async function needWrk(say: (line: string) => void): Promise<void> {
  if (await succeeds('wrk', ['--version'])) return;
  say('Installing wrk (once)…');
  if (process.getuid?.() === 0 && (await succeeds('apt-get', ['install', '--yes', '--quiet', 'wrk']))) return;
  throw new Error('wrk is missing: install it (apt-get install wrk, brew install wrk) and try again');
}

async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'ignore' });
  try {
    const [status] = await once(child, 'exit');
    // wrk --version prints its version and ends with 1.
    return status === 0 || command === 'wrk';
  } catch {
    return false;
  }
}
