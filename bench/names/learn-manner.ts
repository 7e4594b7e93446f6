import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCalls } from '../../apps/coaching/training/read-calls.ts';
import { type Manner, OPENING_LENGTHS, openingLength } from '../../apps/transcription/src/speakers/manner.ts';
import {
  hear,
  nameSpeakers,
  openingWords,
  toVoice0,
  weighNamesAndPhrases,
} from '../../apps/transcription/src/speakers/name-speakers.ts';
import { type HeardCall, hearCall, hearings, isIncoming, type NamedCall, vocabularyOf } from './hear-call.ts';

const CALLS = path.resolve(import.meta.dirname, '../../apps/coaching/training/calls');
const LEARNT = path.resolve(
  import.meta.dirname,
  '../../apps/transcription/src/speakers/lexicons/manner.json',
);
const FOLDS = 3;
/** A word that nearly all writers use is of no trade. */
const WRITERS_SHARE = 0.9;
const STEPS = 800;
const RATE = 0.3;
/** How strongly a weight is held to nothing, against one call. */
const HOLD = 10;
/** Smaller ones change nothing. */
const LEAST_WEIGHT = 0.05;

interface Example {
  readonly writer: string;
  readonly call: NamedCall;
  readonly about: string;
  readonly heard: HeardCall;
  /** What is known without any manner. */
  readonly known: number;
  readonly counts: ReadonlyMap<string, number>;
}

const OPENING = 'opening ';
const KNOWN = 'all else';

/**
 * Learns from the labelled calls of the coach, and prints how often those of each writer are named right by what was
 * learnt from the others: a third of the writers is left out at a time.
 */
export function learnManner(): void {
  const examples = gather();
  const writers = [...new Set(examples.map(({ writer }) => writer))].sort();
  const foldOf = (writer: string) => writers.indexOf(writer) % FOLDS;
  const right = new Map<string, [right: number, all: number]>();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const manner = fit(examples.filter(({ writer }) => foldOf(writer) !== fold));
    for (const { writer, call, about, heard } of examples.filter((one) => foldOf(one.writer) === fold)) {
      if (!heard.hasName) continue;
      const isRight = nameSpeakers(heard.segments, call, isIncoming(call), manner).agentVoice === 0;
      for (const key of [`${about}, ${writer}`, `${about}, all`]) {
        const [yes, all] = right.get(key) ?? [0, 0];
        right.set(key, [yes + (isRight ? 1 : 0), all + 1]);
      }
    }
  }
  for (const [key, [yes, all]] of [...right].sort(([a], [b]) => a.localeCompare(b)))
    process.stdout.write(`${key}: ${yes} of ${all} (${((100 * yes) / all).toFixed(1)} %)\n`);
  const { words, outgoing } = fit(examples);
  const sorted = Object.fromEntries([...words].sort(([, a], [, b]) => a - b));
  writeFileSync(LEARNT, `${JSON.stringify({ outgoing, words: sorted }, null, 2)}\n`);
}

function gather(): Example[] {
  const calls = readdirSync(CALLS)
    .sort()
    .flatMap((file) => {
      const read = readCalls(readFileSync(path.join(CALLS, file), 'utf8'));
      return read.map((call) => ({
        ...call,
        writer: path.basename(file, '.txt'),
        turns: call.turns.map(({ speaker, stretches }) => ({
          speaker,
          text: stretches.map(({ text }) => text).join(' '),
        })),
      }));
    });
  const vocabulary = vocabularyOf(calls);
  return calls.flatMap((call, index) =>
    hearings.flatMap((hearing) =>
      Array.from({ length: Math.min(2, hearing.rounds) }, (_, round) => {
        const heard = hearCall(call, vocabulary, hearing, 1000 * index + round);
        return { writer: call.writer, call, about: hearing.about, heard, ...describe(call, heard) };
      }),
    ),
  );
}

function describe(call: NamedCall, { segments }: HeardCall): Pick<Example, 'known' | 'counts'> {
  const heard = hear(segments);
  const counts = new Map<string, number>();
  const add = (key: string, value: number) => counts.set(key, (counts.get(key) ?? 0) + value);
  for (const { voice, words } of heard) for (const word of words) add(word, toVoice0(voice));
  const [first] = heard;
  if (first !== undefined && heard.some(({ turn }) => turn > 0) && isIncoming(call) === false)
    add(OPENING + openingLength(openingWords(heard)), toVoice0(first.voice));
  const leanings = weighNamesAndPhrases(heard, call, isIncoming(call));
  return { known: Object.values(leanings).reduce((sum, leaning) => sum + leaning, 0), counts };
}

/** Logistic regression by Adagrad over all calls at once: how surely voice 0 is the agent. */
function fit(examples: readonly Example[]): Manner {
  const columns = new Map([KNOWN, ...wordsOfAll(examples)].map((key, index) => [key, index] as const));
  for (const at of OPENING_LENGTHS.keys()) columns.set(OPENING + at, columns.size);
  const rows = examples.map(({ known, counts }) =>
    [[KNOWN, known] as const, ...counts].flatMap(([key, value]) => {
      const column = columns.get(key);
      return column === undefined || value === 0 ? [] : [[column, value] as const];
    }),
  );
  const weights = new Float64Array(columns.size);
  const squares = new Float64Array(columns.size).fill(1e-6);
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = weights.map((weight, column) => (column === 0 ? 0 : HOLD * weight));
    for (const row of rows) {
      const margin = row.reduce((sum, [column, value]) => sum + (weights[column] as number) * value, 0);
      const error = -1 / (1 + Math.exp(margin));
      for (const [column, value] of row) slopes[column] = (slopes[column] as number) + error * value;
    }
    for (const [column, slope] of slopes.entries()) {
      squares[column] = (squares[column] as number) + slope ** 2;
      weights[column] = (weights[column] as number) - (RATE * slope) / Math.sqrt(squares[column] as number);
    }
  }
  // In the unit of all else.
  const of = (key: string) =>
    Math.round((100 * (weights[columns.get(key) ?? -1] ?? 0)) / (weights[0] as number)) / 100;
  return {
    words: new Map(
      wordsOfAll(examples)
        .map((word) => [word, of(word)] as const)
        .filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT),
    ),
    outgoing: OPENING_LENGTHS.map((_, at) => of(OPENING + at)),
  };
}

function wordsOfAll(examples: readonly Example[]): string[] {
  const users = new Map<string, Set<string>>();
  for (const { writer, counts } of examples)
    for (const word of counts.keys()) users.set(word, (users.get(word) ?? new Set()).add(writer));
  const writers = new Set(examples.map(({ writer }) => writer)).size;
  return [...users]
    .filter(([word, by]) => !word.startsWith(OPENING) && by.size >= WRITERS_SHARE * writers)
    .map(([word]) => word)
    .sort();
}
