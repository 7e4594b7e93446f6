import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export interface Selection {
  /** Folders whose tests to run, such as `packages/messaging`. */
  folders: string[];
  /** Test files of the one folder that are to run; none runs all. */
  files: string[];
  /** Everything CI does, not just the tests that were asked for. */
  isWhole: boolean;
  /** Runs again what has passed before and has not changed since. */
  isForced: boolean;
}

export class UsageError extends Error {}

export const usage = `Usage: npm test                          everything CI does
       npm test -- packages/messaging    the tests of one folder, or of several
       npm test -- apps/ingest/test/calls/submit-recording.test.ts
       npm test -- --force               runs again what has not changed since it passed`;

/** Every folder with tests of its own. */
export function testFolders(root: string): string[] {
  const groups = ['packages', 'apps', 'test'];
  const folders = groups.flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.posix.join(group, name)),
  );
  return folders.filter((folder) => existsSync(path.join(root, folder, 'package.json'))).sort();
}

export function readSelection(root: string, args: readonly string[]): Selection {
  const isForced = args.includes('--force') || Boolean(process.env.CI);
  const wanted = args.filter((arg) => arg !== '--force').map((arg) => normalize(root, arg));
  if (wanted.length === 0) return { folders: testFolders(root), files: [], isWhole: true, isForced };

  const all = testFolders(root);
  const folders = new Set<string>();
  const files: string[] = [];
  for (const arg of wanted) {
    const inside = all.filter((folder) => folder === arg || folder.startsWith(`${arg}/`));
    const around = all.find((folder) => arg.startsWith(`${folder}/`));
    for (const folder of inside) folders.add(folder);
    if (inside.length > 0) continue;
    if (around === undefined || !existsSync(path.join(root, arg))) {
      throw new UsageError(`There are no tests at "${arg}".\n${usage}`);
    }
    folders.add(around);
    files.push(path.posix.relative(around, arg));
  }
  if (files.length > 0 && folders.size > 1) {
    throw new UsageError(`Test files of one folder at a time, please.\n${usage}`);
  }
  return { folders: [...folders], files, isWhole: false, isForced };
}

function normalize(root: string, arg: string): string {
  if (arg.startsWith('-')) throw new UsageError(`There is no option "${arg}".\n${usage}`);
  const file = path.resolve(root, arg);
  return path.relative(root, file).split(path.sep).join('/');
}
