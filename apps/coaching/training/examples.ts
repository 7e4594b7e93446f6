import { transcriptOf } from '@debrief/contracts/scripted-call';
import type { ModelOutput } from '../src/engines/built-in/classifier/model-file.ts';
import { endsSentence, readWords, type SpokenTurn } from '../src/engines/built-in/classifier/read-words.ts';
import { type Unit, unitFeatures } from '../src/engines/built-in/classifier/unit-features.ts';
import { acts } from '../src/engines/conversation/acts.ts';
import type { Excerpt, LabelledTurn, Stretch } from './read-calls.ts';

/** What the network tells apart: the acts, whether any of them objects, and what a manager would remark on. */
export const outputs: readonly ModelOutput[] = [...acts, 'object', 'praise', 'blame'];
const outputIndex = new Map<string, number>(outputs.map((name, i) => [name, i]));

/** A labelled stretch by its words in its turn. */
interface Gold {
  from: number;
  to: number;
  labels: number[];
}

/** Labelled turns as the classifier reads them. */
export interface LabelledText {
  id: string;
  turns: SpokenTurn[];
  gold: Gold[][];
  isExcerpt: boolean;
  /** Only calls as written tell where each sentence ends; null elsewhere. */
  starts: Set<number>[] | null;
}

/** Reads labelled turns. Without names nobody's is recognised. */
export function readLabelled(
  source: Pick<Excerpt, 'id'> & { agent?: string; contact?: string },
  turns: readonly LabelledTurn[],
): LabelledText {
  const { agent, contact } = source;
  const texts = turns.map(({ speaker, stretches }) => ({ speaker, text: joined(stretches) }));
  const transcript = transcriptOf(agent ?? '', contact ?? '', texts);
  const spoken = readWords(transcript);
  const gold = spoken.map(({ words }) => {
    const found: Gold[] = [];
    for (const segment of new Set(words.map((word) => word.segment))) {
      let start = 0;
      for (const { text, ...labelled } of turns[segment]?.stretches ?? []) {
        const end = start + text.length;
        const inside = (at: number) =>
          words[at]?.segment === segment &&
          (words[at]?.start as number) >= start &&
          (words[at]?.start as number) < end;
        const from = words.findIndex((_, at) => inside(at));
        const to = words.findLastIndex((_, at) => inside(at)) + 1;
        if (from >= 0) found.push({ from, to, labels: labelsOf(labelled) });
        start = end + 1;
      }
    }
    return found;
  });
  return { id: source.id, turns: spoken, gold, isExcerpt: agent === undefined, starts: null };
}

function joined(stretches: readonly Stretch[]): string {
  return stretches.map(({ text }) => text).join(' ');
}

function labelsOf({ acts: own, moment }: Omit<Stretch, 'text'>): number[] {
  const names: string[] = own.map(({ act }) => act);
  if (names.some((name) => name.startsWith('object:'))) names.push('object');
  if (moment !== null) names.push(moment.isPraise ? 'praise' : 'blame');
  return names.map((name) => outputIndex.get(name) as number);
}

/** Where stretches begin in a text as written: at each sentence, and wherever its writer began one. */
export function writtenStarts({ turns, gold }: LabelledText): Set<number>[] {
  return turns.map(({ words }, turn) => {
    const starts = new Set((gold[turn] ?? []).map(({ from }) => from));
    words.forEach(({ mark }, at) => {
      if (endsSentence(mark) && at + 1 < words.length) starts.add(at + 1);
    });
    return starts;
  });
}

/** What the network learns from: the features of a unit, and which outputs are true of it. */
export interface Example {
  bags: number[][];
  labels: number[];
  isExcerpt: boolean;
}

/** A unit does what a labelled stretch does of which it holds half, or which holds half of it. */
export function exampleOf(text: LabelledText, unit: Unit): Example {
  const labels = new Set<number>();
  for (const stretch of text.gold[unit.turn] ?? []) {
    const shared = Math.min(stretch.to, unit.to) - Math.max(stretch.from, unit.from);
    const half = Math.min(unit.to - unit.from, stretch.to - stretch.from) / 2;
    if (shared > 0 && shared >= half) for (const label of stretch.labels) labels.add(label);
  }
  const { turns, isExcerpt } = text;
  return { bags: unitFeatures(turns, unit, isExcerpt), labels: [...labels], isExcerpt };
}
