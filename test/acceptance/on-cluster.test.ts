import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { ON_CLUSTER, OPERATOR_URL, SHARED_DATA_DIR } from './harness/launch-debrief.ts';

const skip = process.env.TEST_LONG ? false : 'part of npm run test:long';
const TIMEOUT_MS = 1_800_000;
/** They start a Debrief of their own, or look at pages, or are this one. */
const NOT_THERE = /^(back-up|own-debrief|fuzz|on-cluster|console-|page-)/;
/** What a run that failed has said at its end. */
const SAID_LENGTH = 4_000;

t.setTimeout(TIMEOUT_MS);
t.test(
  'what clients may do, and what keeps tenants apart, is so on a cluster',
  { skip, timeout: TIMEOUT_MS },
  async (t) => {
    const files = globSync('*.test.ts', { cwd: import.meta.dirname }).filter((name) => !NOT_THERE.test(name));
    const runTests = join(import.meta.dirname, 'harness/run-tests.ts');
    const { [SHARED_DATA_DIR]: _data, [OPERATOR_URL]: _operator, TEST_LONG: _long, ...env } = process.env;
    const child = spawn(
      process.execPath,
      [runTests, ...files.map((name) => join(import.meta.dirname, name))],
      {
        // Where its results go.
        cwd: t.testdir({}),
        env: { ...env, [ON_CLUSTER]: 'true' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    t.equal(code, 0, `${files.length} files`, { found: (output + errors).slice(-SAID_LENGTH) });
  },
);
