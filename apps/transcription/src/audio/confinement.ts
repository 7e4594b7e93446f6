import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface ChildLimits {
  /** null: as long as it is needed; whoever started it watches it. */
  cpuSeconds: number | null;
  /** Address space; far above what a decoder needs, far below what a bomb takes. */
  memoryBytes: number;
}

/** What a child sees besides programs and their libraries. */
export interface View {
  /** Where it reads and writes; null: nowhere. */
  folder: string | null;
  /** Files and folders that it reads; one within another comes after it. */
  reads: readonly string[];
}

export interface Confinement {
  /** The programs that start a child which sees only this. */
  wrap(view: View, limits: ChildLimits): string[];
  /** Who a child runs as; null: as we do. What it reads and where it writes must be this user's. */
  readonly user: number | null;
  /** What this system does not let us have, in words. */
  readonly missing: readonly string[];
}

/** Enough to be found, and nothing of ours: no keys, no addresses, no proxies. */
export const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/opt/homebrew/bin',
  LC_ALL: 'C',
};

/** Of no account, so that it owns nothing and may signal nobody (systemd takes users for services from this range). */
export const CHILD_USER = 64_640;
const NAMESPACES = ['--net', '--mount', '--ipc', '--pid', '--fork', '--kill-child'];

/** The status of a child that could not be confined; no program that we start ends so by itself. */
export const BOX_FAILED = 125;

/**
 * Builds the file system of a child over /sys, in its own mount namespace: programs and libraries, /dev/null, one
 * folder, and what else it is given to read. Read-only but for that folder, or a child could lay a trap for the programs
 * that confine the next one.
 */
const BOX = `set -e
umask 022
trap 'exit ${BOX_FAILED}' EXIT
root=/sys folder=$1
shift
mount -t tmpfs -o mode=755,size=64k tmpfs "$root"
mkdir -p "$root/usr" "$root/dev" "$root/etc/alternatives" "$root$folder"
mount --rbind /usr "$root/usr"
for dir in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$dir" ]; then links="$links usr/$dir"
  elif [ -d "/$dir" ]; then mkdir "$root/$dir"; mount --rbind "/$dir" "$root/$dir"
  fi
done
ln -s -t "$root" $links
for file in dev/null etc/ld.so.cache; do
  if [ -e "/$file" ]; then : > "$root/$file"; mount --bind "/$file" "$root/$file"; fi
done
if [ -d /etc/alternatives ]; then mount --bind /etc/alternatives "$root/etc/alternatives"; fi
if [ -n "$folder" ]; then mount --bind "$folder" "$root$folder"; fi
while [ "$1" != -- ]; do
  if [ -e "$1" ] && [ ! -e "$root$1" ]; then
    if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root\${1%/*}"; : > "$root$1"; fi
    mount --bind "$1" "$root$1"
    # A bar of the original cannot be lifted, so that it must be named.
    flags=remount,bind,ro,nosuid,nodev
    mount -o $flags "$root$1" 2>/dev/null || mount -o $flags,noexec "$root$1"
  fi
  shift
done
shift
mount -o remount,bind,ro "$root"
exec chroot "$root" "$@"`;

let found: Promise<Confinement> | null = null;

/** Tried once a process: a container without the privilege, or another system, confines a child by what it allows. */
export function findConfinement(): Promise<Confinement> {
  found ??= tryConfinement();
  return found;
}

async function tryConfinement(): Promise<Confinement> {
  const isRoot = process.getuid?.() === 0;
  const asRoot = isRoot ? [] : ['--map-root-user'];
  const own = isRoot ? ['--reuid', `${CHILD_USER}`, '--regid', `${CHILD_USER}`, '--clear-groups'] : [];
  const unprivileged = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const dropping = (...options: string[]) => ['setpriv', ...options, '--pdeathsig', 'KILL', '--'];
  const boxed = ({ folder, reads }: View) => [
    ...['setpriv', '--pdeathsig', 'KILL', '--', 'unshare', ...asRoot, ...NAMESPACES, '--'],
    ...['sh', '-c', BOX, 'box', folder ?? '', ...reads, '--', ...dropping(...own, ...unprivileged)],
  ];
  const limited = (limits: ChildLimits) => [
    'prlimit',
    `--as=${limits.memoryBytes}`,
    `--cpu=${limits.cpuSeconds ?? 'unlimited'}`,
    '--core=0',
    '--',
  ];
  const hasLimits = await works(['prlimit', '--core=0', '--']);
  const limitsOf = (limits: ChildLimits) => (hasLimits ? limited(limits) : []);
  const unlimited = hasLimits ? [] : ['limits on memory and CPU (prlimit)'];
  if (await works(boxed({ folder: '/usr', reads: [] }))) {
    return {
      wrap: (view, limits) => [...limitsOf(limits), ...boxed(view)],
      user: isRoot ? CHILD_USER : null,
      missing: unlimited,
    };
  }
  const noNetwork = ['unshare', ...asRoot, '--net', '--'];
  const alone = ['unshare', '--net', '--'];
  const [hasNoNetwork, drops, hasNoPrivileges, diesWithUs] = await Promise.all([
    works(isRoot ? alone : noNetwork),
    works(dropping(...own, ...(isRoot ? unprivileged : ['--no-new-privs']))),
    works(dropping('--no-new-privs')),
    works(dropping()),
  ]);
  const network = hasNoNetwork ? (isRoot ? alone : noNetwork) : [];
  const privileges = drops
    ? dropping(...own, ...(isRoot ? unprivileged : ['--no-new-privs']))
    : hasNoPrivileges
      ? dropping('--no-new-privs')
      : diesWithUs
        ? dropping()
        : [];
  return {
    wrap: (_view, limits) => [...limitsOf(limits), ...network, ...privileges],
    user: isRoot && drops ? CHILD_USER : null,
    missing: [
      'a file system of their own (unshare --mount)',
      ...(hasNoNetwork ? [] : ['being cut off from the network (unshare --net)']),
      ...(drops
        ? []
        : [isRoot ? 'a user of their own (setpriv --reuid)' : 'a bar on new privileges (setpriv)']),
      ...unlimited,
    ],
  };
}

async function works([command = '', ...args]: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(command, [...args, 'true'], { env: ENVIRONMENT, timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}
