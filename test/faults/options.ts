import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.ts';

export interface Options {
  readonly list: boolean;
  /** Rows or numbers; empty: all. */
  readonly only: readonly string[];
  readonly runs: number;
  readonly seed: number;
  /** By which long outages, and the settings that go with them, are multiplied. */
  readonly scale: number;
  /** The checkout whose Debrief is started. */
  readonly debrief: string;
  /** Logs are kept. */
  readonly keep: boolean;
}

export const usage = `Usage: npm run faults [-- options]
  --only ROW       a number (7) or a row (7b); repeatable, or comma-separated
  --runs N         runs of each row whose moment the seed chooses, 1 by default
  --seed N         seed of the first run; the next ones follow it
  --scale X        1 for outages of their real length; 0.1 by default
  --debrief DIR    another checkout of Debrief to break; docs/reliability.md stays as it is
  --keep           keep the logs of rows that failed, and in state.json where everything stood
  --list           print the rows and end
  --help           show this`;

/** @returns null where help is asked for. @throws with what is wrong with them. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      runs: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      scale: { type: 'string', default: '0.1' },
      debrief: { type: 'string', default: root },
      keep: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    list: values.list,
    keep: values.keep,
    only: values.only.flatMap((text) => text.split(',')),
    runs: wholeNumber('--runs', values.runs, 1),
    seed: wholeNumber('--seed', values.seed, 0),
    scale: scaleOf(values.scale),
    debrief: path.resolve(values.debrief),
  };
}

function wholeNumber(name: string, text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) {
    throw new Error(`${name} must be a whole number of at least ${least}.`);
  }
  return Number(text);
}

function scaleOf(text: string): number {
  const scale = Number(text);
  if (!(scale >= 0.01 && scale <= 1)) throw new Error('--scale must be from 0.01 to 1.');
  return scale;
}
