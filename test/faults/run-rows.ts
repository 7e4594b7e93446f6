import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { freePort } from '@debrief/local/free-port';
import type { AnyFault, Fault } from './fault.ts';
import type { Options } from './options.ts';
import { seededRandom } from './random.ts';
import type { Row } from './report/table.ts';
import { type Outcome, runFault } from './run-fault.ts';
import { startAudioHost } from './stack/audio-host.ts';
import { type Cleanup, createCleanup } from './stack/cleanup.ts';
import { startClusterStack } from './stack/cluster-stack.ts';
import { startModelEndpoint } from './stack/model-endpoint.ts';
import { startPreviousStack } from './stack/previous-release.ts';
import { type BaseStack, type StackOptions, startStack } from './stack/stack.ts';
import { writeState } from './stack/write-state.ts';
import type { Surroundings } from './surroundings.ts';

const LEAST_OUTAGE_SECONDS = 5;
/** Postgres runs as another user for root, so the data lies where everybody may enter. */
const TEMPORARY = '/var/tmp';

/** Runs the rows one after another, and answers each as soon as it is known. Stops everything it started. */
export async function* runRows(
  faults: readonly AnyFault[],
  options: Options,
  stop: AbortSignal,
): AsyncGenerator<Row> {
  const cleanup = createCleanup();
  const stacks = keepStack(options);
  try {
    const folder = temporaryFolder(cleanup, 'audio');
    const outside = {
      audio: await startAudioHost(cleanup, folder),
      model: await startModelEndpoint(cleanup),
      mailPort: await freePort(),
    };
    for (const fault of faults) {
      if (stop.aborted) return;
      const row = await runRow(fault, options, stop, outside, stacks);
      if (row !== null) yield row;
    }
  } finally {
    await stacks.stop();
    await cleanup.run();
  }
}

async function runRow(
  fault: AnyFault,
  options: Options,
  stop: AbortSignal,
  outside: Pick<Surroundings, 'audio' | 'model' | 'mailPort'>,
  stacks: StackKeeper,
): Promise<Row | null> {
  const startedAtMs = Date.now();
  const found: Outcome[] = [];
  const runs = fault.once ? 1 : options.runs;
  for (let run = 0; run < runs; run += 1) {
    const random = seededRandom(options.seed + run);
    const surroundings: Surroundings = {
      ...outside,
      run,
      outage: (seconds) =>
        seconds <= 2 * LEAST_OUTAGE_SECONDS
          ? seconds
          : Math.max(LEAST_OUTAGE_SECONDS, seconds * options.scale),
      setting: (seconds, least) => String(Math.ceil(Math.max(least, seconds * options.scale))),
    };
    const outcome = await runOnce(fault, surroundings, random, stop, stacks);
    if (stop.aborted) return null;
    found.push(outcome);
    // Whatever it left behind shall not fail the next one.
    if (outcome.broken.length > 0) {
      if (options.keep)
        process.stdout.write(
          `Row ${fault.row}, seed ${options.seed + run} failed: ${outcome.broken.join('; ')}\n`,
        );
      await stacks.stop(options.keep);
    }
  }
  const isPassed = found.every(({ broken }) => broken.length === 0);
  return {
    ...{
      row: fault.row,
      does: fault.does,
      runs,
      seed: options.seed,
      scale: options.scale,
      isPassed,
    },
    found: [...counted(found, options.seed), ...measured(found)].join('; ') + busyness(),
    seconds: (Date.now() - startedAtMs) / 1000,
  };
}

async function runOnce(
  fault: AnyFault,
  surroundings: Surroundings,
  random: ReturnType<typeof seededRandom>,
  stop: AbortSignal,
  stacks: StackKeeper,
): Promise<Outcome> {
  try {
    const settings = { ...common(surroundings), ...fault.settings?.(surroundings) };
    const run = <S extends BaseStack>(one: Fault<S>, stack: S) => {
      stack.engine.takes(0.3);
      stack.engine.hang(0);
      return runFault(one, stack, surroundings, random, stop);
    };
    if (fault.startedBy === 'npm run cluster')
      return await run(fault, await stacks.get(settings, startClusterStack));
    const start = fault.startedBy === undefined ? startStack : startPreviousStack;
    return await run(fault, await stacks.get(settings, start));
  } catch (error) {
    return { broken: [`the row broke off: ${(error as Error).message.slice(0, 2000)}`], notes: [] };
  }
}

/** Settings of every row, so that many can share one Debrief. */
function common({ setting }: Surroundings): Record<string, string> {
  return {
    LEASE_SECONDS: setting(90, 8),
    ATTEMPT_SECONDS: setting(600, 30),
    ANALYSIS_SILENCE_SECONDS: setting(600, 10),
    COACH_CACHE_DAYS: '0',
    ENGINE_PLACES: '2',
    DOWNLOAD_TIMEOUT_SECONDS: setting(300, 15),
    DOWNLOAD_IDLE_TIMEOUT_SECONDS: setting(30, 4),
  };
}

/** `broken (2 of 20, seeds 3 and 8)`, the most frequent first. */
function counted(found: readonly Outcome[], firstSeed: number): string[] {
  const seeds = new Map<string, number[]>();
  for (const [run, { broken }] of found.entries())
    for (const one of broken) seeds.set(one, [...(seeds.get(one) ?? []), firstSeed + run]);
  return [...seeds]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([text, of]) =>
      found.length === 1 ? text : `${text} (${of.length} of ${found.length}, ${seedsOf(of)})`,
    );
}

function seedsOf(seeds: readonly number[]): string {
  return `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(' and ')}`;
}

/** Of the first run that failed, else of the last one. */
function measured(found: readonly Outcome[]): string[] {
  const told = found.find(({ broken }) => broken.length > 0) ?? found.at(-1);
  return told === undefined || told.notes.length === 0 ? [] : [told.notes.join(', ')];
}

/** Times measured on a machine with much else to do say little about Debrief. */
function busyness(): string {
  const [average = 0] = loadavg();
  const cores = availableParallelism();
  return average > 3 * cores ? ` (on a busy machine: load ${average.toFixed(0)}, ${cores} cores)` : '';
}

interface StackKeeper {
  /** The one that runs if it was started so, with these settings, else a new one in its place. */
  get<S extends BaseStack>(
    settings: Record<string, string>,
    start: (o: StackOptions) => Promise<S>,
  ): Promise<S>;
  stop(keepsData?: boolean): Promise<void>;
}

function keepStack({ debrief }: Options): StackKeeper {
  let current: { key: string; stack: BaseStack; cleanup: Cleanup } | null = null;
  async function stop(keepsData = false): Promise<void> {
    const stopped = current;
    current = null;
    if (keepsData && stopped !== null) await writeState(stopped.stack).catch(() => undefined);
    await stopped?.cleanup.run(keepsData);
  }
  return {
    stop,
    async get<S extends BaseStack>(
      settings: Record<string, string>,
      start: (o: StackOptions) => Promise<S>,
    ): Promise<S> {
      const key = JSON.stringify([start.name, settings]);
      // What this start made for the same key before.
      if (current?.key === key) return current.stack as S;
      await stop();
      const cleanup = createCleanup();
      try {
        const folder = temporaryFolder(cleanup, 'stack');
        const stack = await start({ cleanup, debrief, folder, settings });
        current = { key, stack, cleanup };
        return stack;
      } catch (error) {
        await cleanup.run();
        throw error;
      }
    },
  };
}

function temporaryFolder(cleanup: Cleanup, name: string): string {
  const folder = mkdtempSync(path.join(TEMPORARY, `debrief-faults-${name}-`));
  chmodSync(folder, 0o755);
  cleanup.teardown((keepsData) => {
    if (keepsData) process.stdout.write(`Its logs: ${folder}/data/logs\n`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return folder;
}
