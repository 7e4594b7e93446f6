import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const hosts = `
64:ff9b::192.0.0.170 ipv4only.arpa
64:ff9b::93.184.216.34 recordings.example
64:ff9b::10.0.0.1 inside.example
`;
const asks = `
  const { resolveHost } = await import(${JSON.stringify(new URL('../../src/download/resolve-host.ts', import.meta.url))});
  for (const host of ['recordings.example', 'inside.example'])
    await resolveHost(new URL('https://' + host + '/call.mp3'), [], AbortSignal.timeout(5000)).then(
      (addresses) => console.log(addresses.join()),
      (error) => console.log(error.cause.message),
    );`;
/** Only the command sees the other names: the mount is its own. */
const withNames = 'mount --bind "$0" /etc/hosts && exec "$@"';
const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0;

t.test(
  'a network behind NAT64 tells its prefix by its names',
  { skip: mayMount ? false : 'needs a root that may mount' },
  async (t) => {
    const file = join(t.testdir(), 'hosts');
    writeFileSync(file, hosts);
    const command = [process.execPath, '--input-type=module', '--eval', asks];
    const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', withNames, file, ...command], {
      encoding: 'utf8',
    });
    t.strictSame(
      stdout.trim().split('\n'),
      ['64:ff9b::5db8:d822', 'inside.example has the address 64:ff9b::a00:1'],
      stderr,
    );
  },
);
