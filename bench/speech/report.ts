import { machine, table } from '../figures.ts';
import type { Comparison } from './compare-with-bare.ts';
import type { LabelledCall } from './labelled-call.ts';
import type { Options } from './options.ts';
import type { Score } from './score-call.ts';
import { errorsOf, sumErrors } from './word-errors.ts';

export interface ScoredCall {
  call: LabelledCall;
  score: Score;
  failure: string | null;
  audioSeconds: number;
  /** From the claim to the transcript. */
  seconds: number;
  cpuSeconds: number;
}

export interface EngineResult {
  /** Name, version and model. */
  engine: string;
  calls: readonly ScoredCall[];
  workerBytes: number;
  childrenBytes: number;
  /** Null when it was not asked for. */
  comparison: Comparison | null;
}

const MIB = 1024 ** 2;
/** In percent; the last of the calls in which a name is said. */
const GOALS = { stereo: 99, cleanMono: 92, named: 95 };
/** Of the bare engine's time. */
const GOAL_TIMES = 1.1;

/** What was measured, as Markdown. */
export function reportOf(
  options: Options,
  results: readonly EngineResult[],
  missing: readonly string[],
): string {
  const calls = results[0]?.calls ?? [];
  const minutes = sum(calls, ({ audioSeconds }) => audioSeconds) / 60;
  const absent =
    missing.length === 0 ? '' : ` Not measured, because nothing of it was here: ${missing.join(', ')}.`;
  return [
    `${machine()}; ${calls.length} calls of ${minutes.toFixed(0)} minutes together, one at a time, seed ${options.seed}.${absent}`,
    table(
      [
        '',
        'wrong words, %',
        'right speaker, stereo, %',
        'mono, %',
        'mono and clean, %',
        'named right',
        'real-time factor',
        'CPU s for each s',
        'worker, MiB',
        'engine and decoder, MiB',
      ],
      results.map(engineRow),
    ),
    `Goals: right speaker ${GOALS.stereo} % on two channels and ${GOALS.cleanMono} % on one with two clean voices, named right in ${GOALS.named} % of the calls in which a name is said.`,
    ...results.map(({ engine, calls }) =>
      table(
        [
          engine,
          'calls',
          'words',
          'wrong, %',
          'substituted',
          'left out',
          'added',
          'right speaker, %',
          'named right',
        ],
        kindsOf(calls).map(([kind, some]) => [kind, String(some.length), ...kindRow(some)]),
      ),
    ),
    ...results.flatMap(({ engine, comparison }) =>
      comparison === null ? [] : [comparedOf(engine, comparison)],
    ),
  ].join('\n\n');
}

function comparedOf(engine: string, o: Comparison): string {
  const [times, least, most, cpu] = [o.times, o.timesLeast, o.timesMost, o.cpuTimes].map((value) =>
    value.toFixed(2),
  );
  const verdict = o.times <= GOAL_TIMES ? 'met' : 'missed';
  return `The worker takes ${times} times as long as ${engine} alone for the same windows, on as many cores (median of ${o.rounds} rounds in turns, ${least} to ${most}; goal ${GOAL_TIMES}: ${verdict}), and ${cpu} times its CPU time.`;
}

/** What is said of a call as it ends. */
export function lineOf(one: ScoredCall): string {
  const { call, failure, score, seconds, audioSeconds } = one;
  if (failure !== null) return `${call.name}: FAILED, ${failure}`;
  return [
    `${call.name}: ${wrong([one])} % of ${score.wordErrors.words} words wrong`,
    `right speaker ${speaker([one])} %`,
    `${score.isNamedRight ? 'named right' : 'NAMED WRONG'}${score.hasName ? '' : ' (no name is said)'}`,
    `${seconds.toFixed(0)} s for ${audioSeconds.toFixed(0)} s`,
  ].join(', ');
}

function engineRow({ engine, calls, workerBytes, childrenBytes }: EngineResult): string[] {
  const audio = sum(calls, ({ audioSeconds }) => audioSeconds);
  const mono = calls.filter(({ call }) => call.layout === 'mono');
  return [
    engine,
    wrong(calls),
    speaker(calls.filter(({ call }) => call.layout === 'stereo')),
    speaker(mono),
    speaker(mono.filter(({ call }) => call.isClean)),
    named(calls),
    (sum(calls, ({ seconds }) => seconds) / audio).toFixed(2),
    (sum(calls, ({ cpuSeconds }) => cpuSeconds) / audio).toFixed(2),
    (workerBytes / MIB).toFixed(0),
    (childrenBytes / MIB).toFixed(0),
  ];
}

function kindRow(calls: readonly ScoredCall[]): string[] {
  const errors = sumErrors(calls.map(({ score }) => score.wordErrors));
  const share = (count: number) => ((100 * count) / errors.words).toFixed(1);
  return [
    String(errors.words),
    wrong(calls),
    ...[errors.substituted, errors.omitted, errors.inserted].map(share),
    speaker(calls),
    named(calls),
  ];
}

/** Rows by kind and layout, then all. */
function kindsOf(calls: readonly ScoredCall[]): [string, ScoredCall[]][] {
  const groups = Map.groupBy(calls, ({ call }) => `${call.kind}, ${call.layout}`);
  return [...[...groups].sort(([one], [other]) => one.localeCompare(other)), ['all', [...calls]]];
}

function wrong(calls: readonly ScoredCall[]): string {
  const errors = sumErrors(calls.map(({ score }) => score.wordErrors));
  return ((100 * errorsOf(errors)) / errors.words).toFixed(1);
}

function speaker(calls: readonly ScoredCall[]): string {
  const seconds = sum(calls, ({ score }) => score.attribution?.seconds ?? 0);
  const right = sum(calls, ({ score }) => score.attribution?.rightSeconds ?? 0);
  return seconds === 0 ? '' : ((100 * right) / seconds).toFixed(1);
}

/** Of the calls in which a name is said. */
function named(calls: readonly ScoredCall[]): string {
  const some = calls.filter(({ score }) => score.hasName);
  return some.length === 0
    ? ''
    : `${some.filter(({ score }) => score.isNamedRight).length} of ${some.length}`;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
