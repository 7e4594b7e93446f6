import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { ensureCommands, findChromium, findCommand } from '../src/packages.ts';
import { temporaryDataDir } from './starter.ts';

t.test('commands that exist are found, and nothing is installed', async (t) => {
  const bin = temporaryDataDir(t);
  const file = path.join(bin, 'debrief-test-command');
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  mkdirSync(path.join(bin, 'debrief-test-folder'));
  const before = process.env.PATH;
  process.env.PATH = `${before}${path.delimiter}${bin}`;
  t.teardown(() => {
    process.env.PATH = before;
  });
  const needed = { command: 'debrief-test-command', apt: ['no-such-package'], brew: null };
  const lines: string[] = [];
  t.same(await ensureCommands([needed], (line) => lines.push(line)), { 'debrief-test-command': file });
  t.same(lines, []);
  t.equal(findCommand('debrief-test-folder'), null, 'a folder is not a command');
  chmodSync(file, 0o644);
  t.equal(findCommand('debrief-test-command'), null, 'nor is a file that is not executable');
});

t.test('of several Chromiums the one that computes least is found, wherever it is', async (t) => {
  const [first, later] = [temporaryDataDir(t), temporaryDataDir(t)];
  const before = process.env.PATH;
  process.env.PATH = `${first}${path.delimiter}${later}`;
  t.teardown(() => {
    process.env.PATH = before;
  });
  const shell = path.join(later, 'chromium-headless-shell');
  for (const file of [path.join(first, 'chromium'), shell]) {
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
  }
  t.equal(findChromium(), shell);
});

t.test('without the right to install, the error names the command to run', async (t) => {
  const getuid = process.getuid;
  process.getuid = () => 1000;
  t.teardown(() => {
    process.getuid = getuid as () => number;
  });
  const one = { command: 'debrief-test-one', apt: ['debrief-one', 'debrief-one-data'], brew: 'debrief-one' };
  const two = { command: 'debrief-test-two', apt: ['debrief-two'], brew: 'debrief-two' };
  await t.rejects(
    ensureCommands([one, two], () => {}),
    { message: /^Missing: debrief-test-one, debrief-test-two\..*debrief-one.* debrief-two/ },
  );
});

/** An apt-get that notes how it is called, and installs by writing the command. */
function fakeAptGet(t: Test, script: string): { bin: string; calls: () => string[] } {
  const bin = temporaryDataDir(t);
  const calls = path.join(bin, 'calls');
  writeFileSync(path.join(bin, 'apt-get'), `#!/bin/sh\necho "$*" >> ${calls}\n${script}\n`);
  chmodSync(path.join(bin, 'apt-get'), 0o755);
  const before = { path: process.env.PATH, getuid: process.getuid as () => number };
  process.env.PATH = `${bin}${path.delimiter}${before.path}`;
  process.getuid = () => 0;
  t.teardown(() => {
    process.env.PATH = before.path;
    process.getuid = before.getuid;
  });
  return { bin, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
}

const needed = [
  { command: 'debrief-test-one', apt: ['debrief-one', 'debrief-data'], brew: null },
  { command: 'debrief-test-two', apt: ['debrief-data', 'debrief-two'], brew: null },
];

// Elsewhere there is no apt-get to call.
if (process.platform === 'linux') {
  t.test(
    'root installs everything missing in one run, after an update when the package lists are too old',
    async (t) => {
      const { bin, calls } = fakeAptGet(
        t,
        `cd $(dirname "$0")
      case "$*" in
        *update) touch updated ;;
        *install*) [ -e updated ] || { echo "E: Unable to locate package debrief-one"; exit 100; }
          for name in one two; do echo '#!/bin/sh' > debrief-test-$name; chmod +x debrief-test-$name; done ;;
      esac`,
      );
      const lines: string[] = [];
      const paths = await ensureCommands(needed, (line) => lines.push(line));
      t.same(paths, {
        'debrief-test-one': path.join(bin, 'debrief-test-one'),
        'debrief-test-two': path.join(bin, 'debrief-test-two'),
      });
      t.same(lines, ['Installing debrief-one, debrief-data, debrief-two with apt-get']);
      t.match(
        calls().at(-1),
        /^-y .*--no-install-recommends.* install debrief-one debrief-data debrief-two$/,
      );
      t.match(calls().at(-2), /update$/);
    },
  );

  t.test('a failed installation says why, and what to run by hand', async (t) => {
    fakeAptGet(t, 'echo "reading lists"; echo "E: Temporary failure resolving the mirror" >&2; exit 100');
    await t.rejects(
      ensureCommands(needed, () => {}),
      {
        message:
          /could not install .*: E: Temporary failure resolving the mirror\nRun: .*apt-get install -y debrief-one/,
      },
    );
  });

  t.test('a package without its command is an error', async (t) => {
    fakeAptGet(t, 'exit 0');
    await t.rejects(
      ensureCommands(needed, () => {}),
      { message: '"debrief-test-one" is still missing after its package was installed.' },
    );
  });
}
