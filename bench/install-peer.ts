import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Installs exactly what the lockfile of a peer's folder names from npm's registry, unless that is there already. */
export async function installPeer(url: URL, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const folder = fileURLToPath(url);
  const name = path.basename(folder);
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const stamp = path.join(folder, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say(`Installing ${name} (once)…`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  // npm's output is progress, and stdout is for the figures.
  const child = spawn('npm', ['ci', ...flags], { cwd: folder, stdio: ['ignore', 2, 2], signal });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${name} could not be installed from the npm registry`);
  writeFileSync(stamp, lock);
}
