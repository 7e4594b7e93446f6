import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { ensureCommands, ffmpeg, pocketsphinx } from '@debrief/local/packages';
import { writeFigures } from '../figures.ts';
import { say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import type { Surroundings } from '../stack.ts';
import { type Comparison, compareWithBare } from './compare-with-bare.ts';
import { generateCalls } from './generate-calls.ts';
import type { LabelledCall } from './labelled-call.ts';
import { type Options, readOptions } from './options.ts';
import { planCalls } from './plan-calls.ts';
import { readRealCalls } from './read-real-calls.ts';
import { type EngineResult, lineOf, reportOf, type ScoredCall } from './report.ts';
import { startSurroundings, type Worker } from './run-worker.ts';
import { scoreCall } from './score-call.ts';
import { speechPrograms } from './voices.ts';

const COMPARED_SECONDS = 40;
await runUntilStopped({ name: 'bench:speech', readOptions, run });

async function run(options: Options, stopped: AbortSignal): Promise<void> {
  await ensureCommands([ffmpeg, pocketsphinx, ...speechPrograms], say);
  const calls = await gather(options, stopped);
  if (calls.length === 0) throw new Error('no call is left: look at --calls and --only');
  const report = await withFolder((folder) =>
    withProcesses({ folder, signal: stopped }, (o) => hearAll(options, calls, o)),
  );
  process.stdout.write(`${report}\n`);
  if (options.output !== '') writeFigures(options.output, 'speech', report);
}

/** @returns the figures of every engine that can be used here. */
async function hearAll(options: Options, calls: readonly LabelledCall[], o: Surroundings): Promise<string> {
  const surroundings = await startSurroundings(o);
  const results: EngineResult[] = [];
  const missing: string[] = [];
  for (const name of options.engines) {
    o.signal.throwIfAborted();
    const worker = await surroundings.startWorker(name);
    if (worker === null) missing.push(name);
    else {
      say(`${worker.engine}:`);
      const result = await measure(worker, calls, keeperOf(options.keep, name));
      const comparison = await compare(worker, name, options, o);
      results.push({ ...result, comparison });
      await worker.stop();
    }
  }
  if (results.length === 0) throw new Error(`no engine can be used here: ${missing.join(', ')}`);
  return reportOf(options, results, missing);
}

async function gather({ only, ...o }: Options, signal: AbortSignal): Promise<LabelledCall[]> {
  const isWanted = ({ name }: { name: string }) =>
    only.length === 0 || only.some((part) => name.includes(part));
  const plans = (await planCalls(o)).filter(isWanted);
  let made = 0;
  const onCall = () => {
    made += 1;
    showProgress(`${made} of ${plans.length} calls made`, made === plans.length);
  };
  const generated = await generateCalls(plans, { signal, onCall });
  return [...generated, ...(await readRealCalls()).filter(isWanted)];
}

async function measure(
  worker: Worker,
  calls: readonly LabelledCall[],
  keep: Keep,
): Promise<Omit<EngineResult, 'comparison'>> {
  const scored: ScoredCall[] = [];
  for (const [index, call] of calls.entries()) {
    const place = `${index + 1} of ${calls.length}, ${call.name}`;
    const outcome = await worker.hear(call, (percent) => showProgress(`${place}: ${percent.toFixed(0)} %`));
    const { transcript, failure, seconds, cpuSeconds } = outcome;
    const one: ScoredCall = {
      ...{ call, failure, seconds, cpuSeconds },
      audioSeconds: transcript?.duration_seconds ?? 0,
      score: scoreCall(call, transcript?.segments ?? []),
    };
    scored.push(one);
    keep(one, transcript);
    showProgress(lineOf(one), true);
  }
  return { engine: worker.engine, calls: scored, ...worker.peaks() };
}

type Keep = (one: ScoredCall, transcript: Transcript | null) => void;

/** Writes what a call became, for those who want to look or to count again. */
function keeperOf(given: string, engine: string): Keep {
  if (given === '') return () => {};
  // `npm run` changes to the project's folder and keeps the user's in INIT_CWD.
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), given, engine);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return ({ call, score }, transcript) => {
    writeFileSync(path.join(folder, `${call.name}.json`), `${JSON.stringify(transcript, null, 2)}\n`);
    score.compared.forEach(({ said, heard }, speaker) => {
      const id = `(${call.name}_${speaker})\n`;
      appendFileSync(path.join(folder, 'said.trn'), `${said.join(' ')} ${id}`);
      appendFileSync(path.join(folder, 'heard.trn'), `${heard.join(' ')} ${id}`);
    });
  };
}

/** The same two people at some length, on two channels and on one. */
async function compare(
  worker: Worker,
  engine: string,
  { rounds, seed, texts }: Options,
  o: { folder: string; signal: AbortSignal },
): Promise<Comparison | null> {
  if (rounds === 0) return null;
  const plans = await planCalls({ calls: 2, seconds: COMPARED_SECONDS, seed, texts });
  const calls = await generateCalls(plans, { signal: o.signal, onCall: () => {} });
  const onRound = (round: number) =>
    showProgress(`${round} of ${rounds} rounds of ${engine} in the worker and alone`, true);
  return compareWithBare(worker, { ...o, engine, calls, rounds, onRound });
}

/** One line that moves, where somebody looks on; otherwise what has ended. */
function showProgress(line: string, isDone = false): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}${isDone ? '\n' : ''}`);
  else if (isDone) say(line);
}
