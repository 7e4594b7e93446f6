import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export interface NeededCommand {
  command: string;
  /** Debian packages that contain it. */
  apt: readonly string[];
  /** Homebrew formula that contains it, or null. */
  brew: string | null;
}

export const natsServer: NeededCommand = {
  command: 'nats-server',
  apt: ['nats-server'],
  brew: 'nats-server',
};
export const haproxy: NeededCommand = { command: 'haproxy', apt: ['haproxy'], brew: 'haproxy' };
export const ffmpeg: NeededCommand = { command: 'ffmpeg', apt: ['ffmpeg'], brew: 'ffmpeg' };
export const pocketsphinx: NeededCommand = {
  command: 'pocketsphinx_continuous',
  apt: ['pocketsphinx', 'pocketsphinx-en-us'],
  brew: null,
};

/** Checks alerts and their tests; only tests need it. */
export const promtool: NeededCommand = { command: 'promtool', apt: ['prometheus'], brew: 'prometheus' };

/** Chromium without windows and what draws them: two thirds of the computing for a page. Ubuntu has neither as a package. */
export const headlessChromium: NeededCommand = {
  command: 'chromium-headless-shell',
  apt: ['chromium-headless-shell'],
  brew: null,
};

/** What does the same, and computes more. */
const OTHER_CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Debian keeps daemons in sbin, which an ordinary user's PATH lacks; Homebrew's folder is missing from some shells. */
const MORE_FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
const APT_LISTS = '/var/lib/apt/lists';
const APT_TIMEOUT_MS = 10 * 60_000;

/** Full path of a command, or null. */
export function findCommand(command: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...MORE_FOLDERS];
  for (const folder of folders.filter((folder) => path.isAbsolute(folder))) {
    const file = path.join(folder, command);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** A Chromium that is installed on this machine, the one that computes least; null when there is none. */
export function findChromium(): string | null {
  for (const command of [headlessChromium.command, ...OTHER_CHROMIUMS]) {
    const file = findCommand(command);
    if (file !== null) return file;
  }
  return existsSync(MAC_CHROME) ? MAC_CHROME : null;
}

/**
 * Returns the full paths of the commands by name. Root on Debian or Ubuntu installs those that are missing in one run
 * of apt-get; elsewhere the error names the command to run.
 */
export async function ensureCommands(
  needed: readonly NeededCommand[],
  log: (line: string) => void,
): Promise<Record<string, string>> {
  const missing = needed.filter(({ command }) => findCommand(command) === null);
  if (missing.length > 0) await install(missing, log);
  const paths: Record<string, string> = {};
  for (const { command } of needed) {
    const file = findCommand(command);
    if (!file) throw new Error(`"${command}" is still missing after its package was installed.`);
    paths[command] = file;
  }
  return paths;
}

async function install(missing: readonly NeededCommand[], log: (line: string) => void): Promise<void> {
  const names = missing.map(({ command }) => command).join(', ');
  const packages = [...new Set(missing.flatMap(({ apt }) => apt))];
  const byHand = manualCommand(missing, packages);
  const aptGet = process.platform === 'linux' ? findCommand('apt-get') : null;
  if (!aptGet || process.getuid?.() !== 0) throw new Error(`Missing: ${names}. ${byHand}`);

  log(`Installing ${packages.join(', ')} with apt-get`);
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  try {
    if (!hasPackageLists()) await run(aptGet, ['-q', 'update']);
    await run(aptGet, [...options, 'install', ...packages]).catch(async () => {
      // Old package lists name files that the mirror has removed.
      await run(aptGet, ['-q', 'update']);
      await run(aptGet, [...options, 'install', ...packages]);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Missing: ${names}, and apt-get could not install ${packages.join(' ')}: ${reason}\n${byHand}`,
    );
  }
  stopInstalledService(packages);
}

function manualCommand(missing: readonly NeededCommand[], packages: readonly string[]): string {
  if (process.platform === 'darwin') {
    const formulas = missing.flatMap(({ brew }) => brew ?? []);
    const others = missing.filter(({ brew }) => brew === null).map(({ command }) => command);
    const homebrew = formulas.length > 0 ? `Run: brew install ${formulas.join(' ')}` : '';
    const manual =
      others.length > 0 ? `Homebrew has no ${others.join(', ')}; install it from its own site.` : '';
    return [homebrew, manual].filter(Boolean).join('. ');
  }
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (findCommand('apt-get')) return `Run: ${sudo}apt-get install -y ${packages.join(' ')}`;
  return `Install with this system's package manager: ${packages.join(' ')}`;
}

function hasPackageLists(): boolean {
  return (
    existsSync(APT_LISTS) &&
    readdirSync(APT_LISTS).some((file) => file.endsWith('_Packages') || file.includes('_Packages.'))
  );
}

/** The Debian packages start services on all interfaces; ours listen on loopback, with their own stores. */
function stopInstalledService(packages: readonly string[]): void {
  const services = packages.filter((name) => name === 'nats-server' || name === 'prometheus');
  if (services.length > 0 && existsSync('/run/systemd/system'))
    spawnSync('systemctl', ['disable', '--now', ...services], { stdio: 'ignore', timeout: 30_000 });
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: APT_TIMEOUT_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-4_000);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      const lines = output.trim().split('\n');
      const errors = lines.filter((line) => /^[EW]: /.test(line));
      if (code === 0) resolve();
      else reject(new Error((errors.length > 0 ? errors : lines).slice(-3).join('\n')));
    });
  });
}
