import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { type ChoiceModel, choose } from '../src/engines/findings/key-words/choice-model.ts';
import { weighEndings } from '../src/engines/findings/key-words/endings.ts';
import { shownEnd } from '../src/engines/findings/outcome/shown-end.ts';
import { type Key, type KeyExample, markedStretches } from './key-examples.ts';
import { codeOf } from './labels.ts';
import type { LabelledCall } from './read-calls.ts';

/** Weights, and what was not learnt from: how well it goes with strangers. */
export interface Part<Row> {
  model: ChoiceModel;
  unseen: readonly Row[];
}

export interface Reading {
  call: Pick<LabelledCall, 'disposition' | 'key'>;
  conversation: Conversation;
}

/** How often the likeliest candidate is right, by its probability. Where all that is right was lost it is wrong. */
export function choicesFound(key: Key, parts: readonly Part<{ example: KeyExample }>[]): string {
  const found = parts.flatMap(({ model, unseen }) =>
    unseen.map(({ example: { candidates, nothing, right } }) => {
      const shares = choose(model, candidates, nothing);
      const best = shares.reduce((most, share, i) => (share > (shares[most] ?? 0) ? i : most), 0);
      return { probability: shares[best] ?? 0, isRight: right.has(best) };
    }),
  );
  const lost = parts.flatMap(({ unseen }) => unseen.filter(({ example }) => example.isLost));
  return `${key}: ${found.length} readings, in ${lost.length} what was marked is no candidate; ${byProbability(found)}`;
}

/**
 * How often the likeliest ending is right, by its probability, and how often the line that would show the true one was
 * marked. Who marked no line, as in voicemails, has no say in the latter.
 */
export function endingsFound(parts: readonly Part<Reading>[]): string {
  const found = parts.flatMap(({ model, unseen }) =>
    unseen.map(({ call, conversation }) => {
      const endings = weighEndings(model, conversation);
      const code = codeOf[call.disposition];
      const [best] = [...endings].sort(([, a], [, b]) => b.probability - a.probability);
      const marked = markedStretches('ending', call, conversation);
      const line = shownEnd(conversation, endings, code);
      return {
        probability: best?.[1].probability ?? 0,
        isRight: best?.[0] === code,
        isMarked: call.key.ending.length > 0,
        isLost: marked.size === 0,
        isShown: line !== null,
        isLineRight: line !== null && marked.has(line),
      };
    }),
  );
  const marked = found.filter(({ isMarked }) => isMarked);
  const lost = marked.filter(({ isLost }) => isLost);
  const shown = marked.filter(({ isShown }) => isShown);
  const right = shown.filter(({ isLineRight }) => isLineRight);
  return [
    `ending: ${found.length} readings; ${byProbability(found)}`,
    `line of the true ending: ${marked.length} readings, in ${lost.length} what was marked is in no line; shown in ${percent(shown, marked)}, right ${share(right, shown)}`,
  ].join('\n');
}

function byProbability(found: readonly { probability: number; isRight: boolean }[]): string {
  return [0, 0.3, 0.5, 0.7]
    .map((least) => {
      const shown = found.filter(({ probability }) => probability >= least);
      const right = shown.filter(({ isRight }) => isRight);
      return `from ${least}: ${percent(shown, found)}, right ${share(right, shown)}`;
    })
    .join('; ');
}

function percent(part: readonly unknown[], whole: readonly unknown[]): string {
  return whole.length === 0 ? '–' : `${((100 * part.length) / whole.length).toFixed(0)} %`;
}

function share(part: readonly unknown[], whole: readonly unknown[]): string {
  return whole.length === 0 ? '–' : (part.length / whole.length).toFixed(2);
}
