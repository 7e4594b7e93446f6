import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { type SupervisedPair, supervisePair } from '../../src/cluster/supervise-pair.ts';
import { isRunning, until } from '../start/start-process.ts';

// A primary that does not answer is noticed after some seconds.
const skip = process.env.TEST_LONG === undefined && 'takes long: npm run test:long';

t.test('a replica that could not be waited for at first still follows its primary', { skip }, async (t) => {
  const dataDir = mkdtempSync(path.join('/var/tmp', 'debrief-pair-'));
  chmodSync(dataDir, 0o711);
  const said: string[] = [];
  const hasSaid = (words: string) => until(() => said.some((line) => line.includes(words)));
  let pair: SupervisedPair | undefined;
  const pidOf = (role: string) => pair?.servers().find((server) => server.role === role)?.pid ?? 0;
  let wasAway = false;
  let frozen = -1;
  pair = await supervisePair({
    ...{ dataDir, durable: false, awayMs: 100, say: (line: string) => void said.push(line) },
    onChange() {
      if (!wasAway || frozen > 0 || pidOf('replica') === 0) return;
      // Before it is asked whether the replica has caught up.
      frozen = pidOf('primary');
      process.kill(frozen, 'SIGSTOP');
    },
  });
  t.teardown(async () => {
    if (frozen > 0 && isRunning(frozen)) process.kill(frozen, 'SIGCONT');
    await pair?.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  process.kill(pidOf('replica'), 'SIGKILL');
  await hasSaid('postgres-2 ended');
  wasAway = true;
  await hasSaid('postgres-2 is not up to date yet');
  process.kill(frozen, 'SIGCONT');
  await hasSaid('postgres-2 is back as the replica');
  process.kill(pidOf('primary'), 'SIGKILL');
  await hasSaid('postgres-2 is the primary');
  t.match(pair.servers()[1], { name: 'postgres-2', role: 'primary' });
});
