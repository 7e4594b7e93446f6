import path from 'node:path';
import { chromium, ensureCommands, ffmpeg, natsServer, pocketsphinx } from '@debrief/local/packages';
import { testPostgresUrl } from '@debrief/local/testing';
import { readSelection, type Selection, UsageError, usage } from './arguments.ts';
import { prepareTap } from './prepare-tap.ts';
import { Progress } from './progress.ts';
import { runTests } from './run-tests.ts';
import { generatedFiles, runStaticCheck, sourceChecks } from './static-checks.ts';
import { stopRequest } from './stop-request.ts';
import { Tally } from './tally.ts';

/** Everything CI does. Says what it does in a line each, and ends with `N passed, N failed`. */
const root = path.resolve(import.meta.dirname, '../..');
/** These start the whole of Debrief: they run after the others, one by one, and whatever has changed or not. */
const wholeFolders = ['packages/cli', 'test/acceptance'];

if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const stop = stopRequest();
const progress = new Progress();
const tally = new Tally();

process.env.PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
try {
  const selection = readSelection(root, process.argv.slice(2));
  await run(selection);
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  tally.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
progress.end();
if (stop.aborted) {
  progress.line('Stopped before the end.');
  process.exitCode = 130;
} else {
  for (const report of tally.reports) process.stdout.write(`\n${report}\n`);
  if (tally.passed === 0 && tally.failed === 0) tally.failed = 1;
  process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed\n`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

async function run(selection: Selection): Promise<void> {
  const { isForced, isWhole, folders, files } = selection;
  const base = { root, isForced, stop };
  const say = (line: string): void => progress.line(`      ${line}`);
  await ensureCommands([natsServer, ffmpeg, pocketsphinx], say);
  // The one test that needs a browser says so and is skipped where there is none.
  await ensureCommands([chromium], say).catch((error: Error) => say(error.message));

  progress.status('      checking the sources');
  const sources = isWhole ? sourceChecks.map((check) => runStaticCheck(check, base, progress, tally)) : [];
  const [databaseUrl] = await Promise.all([testPostgresUrl(), prepareTap(root), ...sources]);
  const env = { DATABASE_URL: databaseUrl };
  if (isWhole && !stop.aborted) await runStaticCheck(generatedFiles, { ...base, env }, progress, tally);

  const isWholeFolder = (folder: string): boolean => wholeFolders.includes(folder);
  const groups = [
    { folders: folders.filter((folder) => !isWholeFolder(folder)) },
    { folders: folders.filter(isWholeFolder), concurrency: 1, isForced: true },
  ];
  for (const group of groups) {
    if (!stop.aborted) await runTests({ ...base, ...group, files, env }, progress, tally);
  }
}
