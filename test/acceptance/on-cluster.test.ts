import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { DISTURBED, ON_CLUSTER, OPERATOR_URL, SHARED_DATA_DIR } from './harness/launch-debrief.ts';

const skip = process.env.TEST_LONG ? false : 'part of npm run test:long';
/** Each takes minutes beside an idle machine, and ten times as long beside a busy one. */
const TIMEOUT_MS = 3_600_000;
/** They start a Debrief of their own, as `npm start` does, or are this one. */
const NOT_THERE = /^(back-up|own-debrief|erasure|on-cluster)\./;
/** They ask that nothing ever answers 5xx, that the same processes run all the time, or look at pages, which do not try again. */
const NOT_WHILE_IT_BREAKS = /^(fuzz|errors|monitoring|console-\w+(-\w+)*)\./;
/** What a run that failed has said at its end. */
const SAID_LENGTH = 4_000;

const files = globSync('*.test.ts', { cwd: import.meta.dirname }).filter((name) => !NOT_THERE.test(name));

async function pass(t: Test, names: readonly string[], onCluster: string): Promise<void> {
  const runTests = join(import.meta.dirname, 'harness/run-tests.ts');
  const { [SHARED_DATA_DIR]: _data, [OPERATOR_URL]: _operator, TEST_LONG: _long, ...env } = process.env;
  const child = spawn(process.execPath, [runTests, ...names.map((name) => join(import.meta.dirname, name))], {
    // Where its results go.
    cwd: t.testdir({}),
    env: { ...env, [ON_CLUSTER]: onCluster },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  t.equal(code, 0, `${names.length} files`, { found: (output + errors).slice(-SAID_LENGTH) });
}

t.setTimeout(2 * TIMEOUT_MS);
t.test(
  'what clients and people may do, and what keeps tenants apart, is so on a cluster',
  { skip, timeout: TIMEOUT_MS },
  (t) => pass(t, files, 'true'),
);

t.test(
  'it is so while NATS servers, apps and the primary Postgres end one by one and come back',
  { skip, timeout: TIMEOUT_MS },
  (t) =>
    pass(
      t,
      files.filter((name) => !NOT_WHILE_IT_BREAKS.test(name)),
      DISTURBED,
    ),
);
