import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { superviseApp } from '../../src/start/supervise-app.ts';
import { dataFolder, isRunning, until } from './start-process.ts';

const entry = fileURLToPath(new URL('fixtures/app.ts', import.meta.url));

function supervise(t: Test, env: Record<string, string> = {}) {
  const said: string[] = [];
  const dataDir = dataFolder(t);
  const app = superviseApp({
    name: 'app',
    entry,
    env: { PATH: process.env.PATH ?? '', ...env },
    dataDir,
    say: (line) => said.push(line),
    onChange: () => {},
  });
  t.teardown(() => app.kill());
  return { app, said, dataDir };
}

t.test('an app that is ready is known by its process and health URL', async (t) => {
  const { app } = supervise(t);
  t.equal(app.process(), null);
  await app.ready;
  const { pid = 0, health_url } = app.process() ?? {};
  t.ok(isRunning(pid));
  t.equal(health_url, `http://127.0.0.1:1/${pid}`);
  await app.stop(5_000);
  t.notOk(isRunning(pid));
});

t.test('an app with an invalid configuration is not retried; the error quotes its log', async (t) => {
  const { app, said } = supervise(t, { BEHAVIOUR: 'misconfigured' });
  await t.rejects(app.ready, { message: /app does not start \(exit status 78\)[\s\S]*SETTING is missing/ });
  t.same(said, []);
  await app.stop(1_000);
});

t.test('an app that cannot start is retried a few times; then the error quotes its log', async (t) => {
  const { app, said } = supervise(t, { BEHAVIOUR: 'broken' });
  await t.rejects(app.ready, { message: /exit status 1\)[\s\S]*this app is broken/ });
  t.equal(said.length, 2);
});

t.test('an app that keeps dying is restarted ever later, and its log is named', async (t) => {
  const { app, said, dataDir } = supervise(t);
  await app.ready;
  for (let time = 1; time <= 3; time++) {
    const { pid = 0 } = app.process() ?? {};
    process.kill(pid, 'SIGKILL');
    await until(() => app.process()?.pid !== pid);
  }
  t.match(said.slice(0, 2), [/restarting it/, /restarting it/]);
  t.match(
    said[2],
    `app ended 3 times in a row (SIGKILL); restarting it in 1 s. Its log: ${path.join(dataDir, 'logs/app.log')}`,
  );
});

t.test('the log of an app that goes on running is cut when it is long', async (t) => {
  const { app } = supervise(t, { BEHAVIOUR: 'loud' });
  await app.ready;
  const { pid = 0 } = app.process() ?? {};
  const log = () => readFileSync(app.logFile, 'utf8');
  await until(() => statSync(app.logFile).size < 1024 * 1024);
  await until(() => log().endsWith('quieter\n'));
  t.match(log(), /^(quieter\n)+$/);
  t.match(readFileSync(`${app.logFile}.1`, 'utf8'), /noise \n(quieter\n)*$/);
  t.ok(statSync(`${app.logFile}.1`).size < 17 * 1024 * 1024);
  t.equal(app.process()?.pid, pid);
  t.ok(isRunning(pid));
});

t.test('what an app leaves running ends with it', async (t) => {
  const childFile = path.join(t.testdir({}), 'child');
  const { app } = supervise(t, { CHILD_FILE: childFile });
  await app.ready;
  const child = Number(readFileSync(childFile, 'utf8'));
  t.ok(isRunning(child));
  const { pid = 0 } = app.process() ?? {};
  process.kill(pid, 'SIGKILL');
  await until(() => !isRunning(child));
});

t.test('an app that ignores SIGTERM is killed after the grace period', async (t) => {
  const { app } = supervise(t, { BEHAVIOUR: 'deaf' });
  await app.ready;
  const { pid = 0 } = app.process() ?? {};
  await app.stop(100);
  t.notOk(isRunning(pid));
});

t.test('a suspended app is continued to stop', async (t) => {
  const { app } = supervise(t);
  await app.ready;
  const { pid = 0 } = app.process() ?? {};
  process.kill(pid, 'SIGSTOP');
  await app.stop(20_000);
  t.notOk(isRunning(pid));
});

t.test('an app is stopped while it waits for its restart', async (t) => {
  const { app, said } = supervise(t);
  await app.ready;
  process.kill(app.process()?.pid ?? 0, 'SIGKILL');
  await until(() => said.length === 1);
  await app.stop(1_000);
  t.equal(said.length, 1);
});
