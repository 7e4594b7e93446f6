import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Progress } from './progress.ts';
import { seconds } from './progress.ts';
import type { Tally } from './tally.ts';
import { runTurbo } from './turbo.ts';

/** Scripts of the root's package.json, each a step. */
export interface StaticCheck {
  script: string;
  title: string;
  /** What to do about a failure. */
  remedy: string;
}

export const sourceChecks: StaticCheck[] = [
  { script: 'lint', title: 'format and lint', remedy: 'npm run format mends what can be mended by itself' },
  { script: 'types', title: 'types', remedy: 'npm run types shows these alone' },
  { script: 'dependencies', title: 'dependency rules', remedy: 'the rules are in .dependency-cruiser.cjs' },
];
export const generatedFiles: StaticCheck = {
  script: 'generated',
  title: 'generated files',
  remedy: 'npm run generate writes them anew',
};

export async function runStaticCheck(
  check: StaticCheck,
  o: { root: string; isForced: boolean; env?: NodeJS.ProcessEnv; stop: AbortSignal },
  progress: Progress,
  tally: Tally,
): Promise<void> {
  const startedAt = performance.now();
  const results = await runTurbo({ ...o, task: check.script });
  if (o.stop.aborted) return;
  const result = results.get('//') ?? { exitCode: 1, isCached: false };
  const detail = result.isCached ? 'unchanged since it passed' : seconds(startedAt);
  progress.step(result.exitCode === 0, check.title, detail);
  if (result.exitCode !== 0) {
    const log = path.join(o.root, '.turbo', `turbo-${check.script}.log`);
    const lines = readFileSync(log, 'utf8').split('\n');
    const said = lines.filter((line) => !/^(\$ |\[ELIFECYCLE\])/.test(line));
    tally.fail(`${check.title}:\n${said.join('\n').trim()}\n(${check.remedy})`);
  }
}
