import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { ensureCommands, findCommand } from '../src/packages.ts';
import { temporaryDataDir } from './starter.ts';

t.test('commands that are there are found, and nothing is installed', async (t) => {
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
  t.equal(findCommand('debrief-test-folder'), null, 'a folder is no command');
  chmodSync(file, 0o644);
  t.equal(findCommand('debrief-test-command'), null, 'nor is a file that cannot be run');
});

t.test('whoever may not install is told the one command that does', async (t) => {
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
