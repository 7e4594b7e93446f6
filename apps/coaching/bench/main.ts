import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import { chooseEngine, chooseRubric } from '../src/transcripts/choose-engine.ts';
import { coachTranscript } from '../src/transcripts/coach-transcript.ts';
import type { CoachedCall } from './coached-call.ts';
import { conditions } from './conditions.ts';
import { measureHour } from './measure-hour.ts';
import { confusionOf, tableOf } from './print-scores.ts';
import { type GoldCall, readGoldCalls } from './read-gold-calls.ts';
import { score } from './score.ts';

/**
 * `npm run bench:coaching -- [FILE] [--misses] [--engine NAME] [--hour]` coaches labelled calls, the repository's unseen ones or
 * those of a file, as written, without
 * punctuation and with wrong words, and prints how far the coach agrees with the labels. Wrong words are counted over
 * all their seeds together. `--hour` prints what a transcript of one hour takes instead.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'boolean' },
    engine: { type: 'string', default: 'built-in' },
    hour: { type: 'boolean' },
  },
});
const unseen = path.resolve(import.meta.dirname, '../training/unseen/calls.json');
const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };

try {
  if (values.hour === true) await printHour();
  else await run(fileToRead(positionals[0]));
} catch (error) {
  process.stderr.write(`bench:coaching: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function run(file: string): Promise<void> {
  const calls = readGoldCalls(file);
  const engine = await chooseEngine(values.engine);
  const rubricOf = chooseRubric(undefined);
  const coachAll = async (some: readonly GoldCall[]): Promise<CoachedCall[]> => {
    const coached: CoachedCall[] = [];
    for (const call of some) {
      const request = requestOf(call, defaults);
      const analysis = await coachTranscript(engine, rubricOf, request);
      coached.push({ call, transcript: request.transcript, analysis });
    }
    return coached;
  };

  const started = performance.now();
  const results = [];
  for (const { name, variants } of conditions) {
    const coached: CoachedCall[] = [];
    for (const some of variants(calls)) coached.push(...(await coachAll(some)));
    results.push({ name, coached, scores: score(coached) });
  }
  const first = results[0]?.coached ?? [];
  const again = await coachAll(calls);
  const isSame = first.every(
    ({ analysis }, i) => JSON.stringify(analysis) === JSON.stringify(again[i]?.analysis),
  );
  const version = first[0]?.analysis.engine;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);

  print(
    `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} of ${path.basename(file)}, coached by ${version?.name} ${version?.version}`,
  );
  print(
    `with the rubric ${version?.rubric_version}, in ${seconds} s; same bytes on rerun: ${isSame ? 'yes' : 'NO'}\n`,
  );
  print(tableOf(results));
  for (const { name, scores } of results) {
    print(`\nDispositions, ${name}: labelled (rows), reported (columns)\n${confusionOf(scores)}`);
  }
  if (values.misses !== true) {
    print('\nAdd --misses to list every miss.');
    return;
  }
  for (const { name, scores } of results) {
    print(`\nMisses, ${name}`);
    for (const { call, what } of scores.misses) print(`  ${call}: ${what}`);
  }
}

async function printHour(): Promise<void> {
  const { seconds, processorSeconds, megabytes } = await measureHour();
  print(
    `One hour of talk, coached from the start of the process: ${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s of processor time), ${Math.round(megabytes)} MB at most`,
  );
}

function fileToRead(given: string | undefined): string {
  if (given === undefined) return unseen;
  // `npm run` changes to the project's folder and keeps the user's in INIT_CWD.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (existsSync(file)) return file;
  throw new Error(`there is no file ${given}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
