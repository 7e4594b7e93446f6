'use strict';

const path = require('node:path');
const { installPackages } = require('./install-packages.cjs');
const { findNode, findPnpm } = require('./runtime.cjs');
const { fail, Failure } = require('./say.cjs');
const { addNodeOptions, runHere, runWith, stopWithParent } = require('./launch.cjs');

const root = path.resolve(__dirname, '../..');

const commands = {
  start: { entry: 'packages/cli/src/start/main.ts', needsPnpm: false },
  test: { entry: 'toolchain/test/main.ts', needsPnpm: true },
  generate: { entry: 'toolchain/generate.ts', needsPnpm: false },
  'train:coaching': { entry: 'apps/coaching/training/main.ts', needsPnpm: false },
  bench: { entry: 'bench/main.ts', needsPnpm: false },
  'bench:pipeline': { entry: 'bench/pipeline/main.ts', needsPnpm: false },
  'bench:metrics': { entry: 'bench/metrics/main.ts', needsPnpm: false },
  'bench:text': { entry: 'bench/text/main.ts', needsPnpm: false },
  'bench:names': { entry: 'bench/names/main.ts', needsPnpm: false },
  'bench:pages': { entry: 'test/acceptance/page-times/main.ts', needsPnpm: false },
  'bench:lists': { entry: 'bench/lists/main.ts', needsPnpm: false },
  'bench:partitions': { entry: 'bench/partitions/main.ts', needsPnpm: false },
  'bench:scale': { entry: 'bench/scale/main.ts', needsPnpm: false },
  'bench:speech': { entry: 'bench/speech/main.ts', needsPnpm: false },
  'bench:coaching': { entry: 'apps/coaching/bench/main.ts', needsPnpm: false },
  pictures: { entry: 'test/acceptance/pictures/main.ts', needsPnpm: false },
  cluster: { entry: 'packages/cli/src/cluster/main.ts', needsPnpm: false },
  faults: { entry: 'test/faults/main.ts', needsPnpm: false },
  debrief: { entry: 'packages/cli/src/main.ts', needsPnpm: false },
};

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name || '') ? commands[name] : undefined;
  if (command === undefined) {
    throw new Failure(`Usage: node bootstrap.cjs <${Object.keys(commands).join('|')}> [arguments]`);
  }

  const node = await findNode(root);
  const binFolders = [path.dirname(node)];
  await installPackages(root, node);
  if (command.needsPnpm) binFolders.push(path.dirname(await findPnpm(root)));
  process.env.PATH = [...binFolders, process.env.PATH].join(path.delimiter);

  stopWithParent();
  addNodeOptions();
  const entry = path.join(root, command.entry);
  // TypeScript is stripped and compiled once, for all commands and apps, which takes half the time off each start.
  // `npm test` fills the cache itself (toolchain/test/warm-up.ts).
  if (name !== 'test') process.env.NODE_COMPILE_CACHE ||= path.join(root, '.toolchain', 'compile-cache');
  if (node === process.execPath) await runHere(entry, args);
  else await runWith(node, entry, args);
}

main().catch(fail);
