import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import { sweepWorkFolders, WorkFolderLost, withWorkFolder } from '../../src/work/work-folder.ts';

const log = createLogger({ name: 'transcription', level: 'silent' });
const DAY_SECONDS = 24 * 3600;

async function parentFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'debrief-work-test-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

async function leave(parent: string, name: string, ageSeconds = 0): Promise<string> {
  await mkdir(join(parent, name));
  await writeFile(join(parent, name, 'recording'), 'audio');
  const time = Date.now() / 1000 - ageSeconds;
  await utimes(join(parent, name), time, time);
  return name;
}

t.test('a folder is private and gone afterwards, with what is in it', async (t) => {
  const parent = await parentFolder(t);
  const result = await withWorkFolder(parent, log, async (folder) => {
    t.equal((await stat(folder)).mode & 0o777, 0o700);
    await mkdir(join(folder, 'channels'));
    await writeFile(join(folder, 'channels', 'left.wav'), 'audio');
    return 'done';
  });
  t.equal(result, 'done');
  t.same(await readdir(parent), []);
});

t.test('a parent that somebody has deleted is made again', async (t) => {
  const parent = await parentFolder(t);
  await rm(parent, { recursive: true });
  t.ok(await withWorkFolder(parent, log, stat));
  const within = join(await parentFolder(t), 'file');
  await writeFile(within, '');
  t.match(await withWorkFolder(join(within, 'folder'), log, stat).catch((error: unknown) => error), {
    syscall: 'mkdtemp',
  });
});

t.test('a folder is gone also when the work fails', async (t) => {
  const parent = await parentFolder(t);
  const failing = withWorkFolder(parent, log, async (folder) => {
    await writeFile(join(folder, 'recording'), 'audio');
    throw new Error('damaged');
  });
  await t.rejects(failing, { message: 'damaged' });
  t.same(await readdir(parent), []);
});

t.test('work whose folder somebody has deleted fails for that, whatever it found', async (t) => {
  const parent = await parentFolder(t);
  const failing = withWorkFolder(parent, log, async (folder) => {
    await rm(folder, { recursive: true });
    throw new Error('damaged');
  });
  t.type(await failing.catch((error: unknown) => error), WorkFolderLost);
});

t.test('a sweep takes what a killed worker left and leaves what a living one has', async (t) => {
  const parent = await parentFolder(t);
  const gone = await endedProcess();
  await leave(parent, `debrief-recording-${hostname()}-${gone}-AbCdE1`);
  await leave(parent, `debrief-recording-${hostname()}-${process.pid}-AbCdE2`, DAY_SECONDS);
  const living = await leave(
    parent,
    `debrief-recording-${hostname()}-${process.ppid}-AbCdE3`,
    2 * DAY_SECONDS,
  );
  await withWorkFolder(parent, log, async (mine) => {
    t.match(await sweepWorkFolders(parent, log), { removed: 2, left: [] });
    t.same((await readdir(parent)).sort(), [living, basename(mine)].sort());
  });
});

t.test('another host is given a day', async (t) => {
  const parent = await parentFolder(t);
  const gone = await endedProcess();
  const young = await leave(parent, `debrief-recording-other-host-${gone}-AbCdE1`, DAY_SECONDS / 2);
  await leave(parent, 'debrief-recording-other-host-1-AbCdE2', DAY_SECONDS + 60);
  t.match(await sweepWorkFolders(parent, log), { removed: 1 });
  t.same(await readdir(parent), [young]);
});

t.test('what is not ours is left alone', async (t) => {
  const parent = await parentFolder(t);
  const gone = await endedProcess();
  const target = await leave(parent, 'somebody', 2 * DAY_SECONDS);
  const name = `debrief-recording-${hostname()}-${gone}`;
  await symlink(join(parent, target), join(parent, `${name}-AbCdE1`));
  await writeFile(join(parent, `${name}-AbCdE2`), 'a file');
  await leave(parent, 'debrief-recording-without-owner', 2 * DAY_SECONDS);
  t.same(await sweepWorkFolders(parent, log), { removed: 0, left: [] });
  t.equal((await readdir(parent)).length, 4);
});
