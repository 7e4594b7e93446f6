import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root.ts';
import type { Cleanup } from './cleanup.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

const run = promisify(execFile);
const git = (...args: string[]) => run('git', args, { cwd: root });

/** A Debrief of the latest release, with servers of its own. */
export async function startPreviousStack(o: StackOptions): Promise<Stack> {
  const debrief = await checkOutRelease(o.cleanup, path.join(o.folder, 'release'));
  // The packages of this checkout are not those of that one.
  return startStack({ ...o, debrief, settings: { ...o.settings, NODE_OPTIONS: '' } });
}

/** The commit of the latest release in docs/releases.json, with its packages, as a checkout of its own. */
export async function checkOutRelease(cleanup: Cleanup, folder: string): Promise<string> {
  const { version, commit } = latestRelease();
  await git('cat-file', '-e', `${commit}^{commit}`).catch(() => {
    throw new Error(`this clone lacks commit ${commit} of ${version}: git fetch --unshallow`);
  });
  await git('worktree', 'add', '--detach', folder, commit);
  cleanup.teardown(() => git('worktree', 'remove', '--force', folder));
  // Whatever is run brings Node.js and the packages.
  const { NODE_OPTIONS: _own, ...env } = process.env;
  await run(process.execPath, ['bootstrap.cjs', 'debrief', '--help'], { cwd: folder, env, maxBuffer: 1e8 });
  return folder;
}

/** The migrations that this version has and the latest release has not, as paths in the checkout. */
export async function migrationsSinceRelease(): Promise<string[]> {
  const added = ['diff', '--name-only', '--diff-filter=A', latestRelease().commit];
  const { stdout } = await git(...added, '--', 'apps/*/migrations/*.sql');
  return stdout.split('\n').filter((line) => line !== '');
}

function latestRelease(): { version: string; commit: string } {
  const releases = JSON.parse(readFileSync(path.join(root, 'docs/releases.json'), 'utf8'));
  const [version, { commit }] = Object.entries<{ commit: string }>(releases).at(-1) as [
    string,
    { commit: string },
  ];
  return { version, commit };
}
