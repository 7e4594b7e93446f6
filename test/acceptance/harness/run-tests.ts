import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BROWSER_URL, serveBrowser } from './browser.ts';
import { disturbCluster } from './disturb-cluster.ts';
import {
  isDisturbed,
  launchCluster,
  launchDebrief,
  ON_CLUSTER,
  OPERATOR_URL,
  SHARED_DATA_DIR,
  sharedSettings,
} from './launch-debrief.ts';
import { serveOperator } from './operator.ts';
import { searchRun } from './search-run.ts';
import { checkStatements, recordStatements } from './statements.ts';

type Stack = Record<'nats_url' | 'database_url', string> & { servers: { name: string; pid: number }[] };

/**
 * `run-tests.ts [test files]` runs them, or all, beside one Debrief and one browser, which they share: started for each,
 * they would take ten times as long. With ON_CLUSTER=true that Debrief is a cluster, with ON_CLUSTER=disturbed one that
 * breaks and mends meanwhile.
 */
const runFiles = resolve(import.meta.dirname, '../../../toolchain/test/run-files.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'debrief-acceptance-'));
const launch = process.env[ON_CLUSTER] ? launchCluster : launchDebrief;
const debrief = launch(dataDir, sharedSettings);
// A Ctrl-C in the terminal reaches the tests and Debrief as well; this process waits for both to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
try {
  await debrief.ready;
  const { nats_url, database_url, servers } = JSON.parse(
    readFileSync(join(dataDir, 'stack.json'), 'utf8'),
  ) as Stack;
  // It restarts Postgres, which the Postgres of a cluster would take for an outage.
  const looksAtStatements = process.env.TEST_LONG !== undefined && !process.env[ON_CLUSTER];
  const postgres = servers.find(({ name }) => name === 'postgres');
  if (looksAtStatements && postgres !== undefined) await recordStatements(database_url, postgres.pid);
  const [operator, browser] = await Promise.all([serveOperator(nats_url), serveBrowser()]);
  const tests = spawn(process.execPath, [runFiles, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...{ [SHARED_DATA_DIR]: dataDir, [OPERATOR_URL]: operator.url },
      ...(browser !== null && { [BROWSER_URL]: browser.wsEndpoint() }),
    },
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
  const over = new AbortController();
  const disturbing = isDisturbed ? disturbCluster(dataDir, over.signal) : null;
  // Told when the tests are over, which show what came of it.
  disturbing?.catch(() => {});
  const [code] = await once(tests, 'exit');
  process.exitCode = code ?? 1;
  over.abort();
  if (disturbing !== null) {
    const rounds = await disturbing;
    process.stdout.write(
      `# every NATS server, app and the primary Postgres ended and came back ${rounds} times\n`,
    );
    if (rounds === 0) process.exitCode = 1;
  }
  await browser?.close();
  const leaks = await searchRun(dataDir, database_url);
  for (const leak of leaks) process.stderr.write(`${leak}\n`);
  if (leaks.length > 0) process.exitCode = 1;
  if (looksAtStatements && postgres !== undefined) {
    const { planned, forAll, unplanned, faults } = await checkStatements(database_url);
    const known = `${forAll} look at all tenants for a known reason`;
    process.stdout.write(`# ${planned} statements planned, ${unplanned} not; ${known}\n`);
    for (const fault of faults) process.stderr.write(`${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
  await operator.close();
} finally {
  await debrief.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
