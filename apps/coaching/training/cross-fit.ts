import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ActModel, decodeModel, encodeModel } from '../src/engines/built-in/classifier/model-file.ts';
import { loadSources, type Source } from './load-texts.ts';
import type { LabelledCall } from './read-calls.ts';
import { trainModel } from './train-model.ts';

/** Each leaves a third of the writers out. */
export const folds: readonly number[] = [0, 1, 2];
/** The model that has seen every writer: no writer is in this fold. */
export const WHOLE = folds.length;
/** What one step keeps for those that come after. */
export const folder = path.join(import.meta.dirname, '.cross-fitted');

/** Which fold leaves a writer out. */
export function foldOf(writer: string, writers: readonly string[]): number {
  return writers.indexOf(writer) % folds.length;
}

export function writersOf(sources: readonly Source[]): string[] {
  return [...new Set(sources.map(({ writer }) => writer))].sort();
}

/**
 * Finds what was learnt without the writer of a call, loading each fold once; null for a call of no writer in `calls/`,
 * which nothing was learnt from.
 */
export function withoutWriter<T extends object>(
  load: (fold: number) => T,
): (call: Pick<LabelledCall, 'id'>) => T | null {
  const loaded = new Map<number, T>();
  return ({ id }) => {
    const fold = foldsOfCalls().get(id);
    if (fold === undefined) return null;
    const learnt = loaded.get(fold) ?? load(fold);
    loaded.set(fold, learnt);
    return learnt;
  };
}

let byCall: ReadonlyMap<string, number> | undefined;

function foldsOfCalls(): ReadonlyMap<string, number> {
  if (byCall === undefined) {
    const calls = loadSources('calls');
    const writers = writersOf(calls);
    byCall = new Map(calls.map(({ writer, excerpt }) => [excerpt.id, foldOf(writer, writers)]));
  }
  return byCall;
}

/** A model that has not seen the writer; trained by `node cross-fit.ts FOLD`. @throws where it is missing. */
export function foldModel(fold: number): Omit<ActModel, 'context'> {
  return decodeModel(readFileSync(path.join(folder, `${fold}.model`)));
}

/** Trains on all writers but those of a fold, which is empty for the whole. Excerpts are of no call and always take part. */
export function trainFold(fold: number): void {
  const calls = loadSources('calls');
  const writers = writersOf(calls);
  const others = calls.filter(({ writer }) => foldOf(writer, writers) !== fold);
  mkdirSync(folder, { recursive: true });
  const model = trainModel([...others, ...loadSources('exchanges')]);
  writeFileSync(path.join(folder, `${fold}.model`), encodeModel(model));
}

type Kept = 'agreements' | 'obstacle' | 'ending' | 'objection' | 'objection-words' | 'second-look';

/** Keeps weights that leave a fold out for the steps that come after. */
export function keepFold(name: Kept, fold: number, weights: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}-${fold}.json`), JSON.stringify(weights));
}

/** Weights that `keepFold` kept. @throws where they are missing. */
export function keptFold(name: Kept, fold: number): unknown {
  return JSON.parse(readFileSync(path.join(folder, `${name}-${fold}.json`), 'utf8'));
}

// Folds are trained in processes of their own.
if (import.meta.main) {
  for (const fold of process.argv.slice(2)) trainFold(Number(fold));
}
