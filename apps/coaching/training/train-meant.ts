import { writeFileSync } from 'node:fs';
import type { Conversation, Stretch } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import { type MeantCandidate, meantCandidates } from '../src/engines/findings/commitments/meant-lines.ts';
import { contentWords } from '../src/engines/findings/feedback/shared-words.ts';
import { choose, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { foldOf, folds, writersOf } from './cross-fit.ts';
import { fitChoices } from './fit-choices.ts';
import { loadSources } from './load-texts.ts';
import { predictedConversation } from './predicted.ts';
import type { LabelledCall } from './read-calls.ts';
import { conditions } from './vary.ts';

/**
 * `node train-meant.ts` learns which line before a promise or a request tells what it is about (`I'll get that out to
 * you`). The labels name in plain words what is to be done: right is the line with the most of what the own words lack.
 */
const modelFile = new URL('../src/engines/findings/commitments/meant-model.json', import.meta.url);
const BUCKETS = 1 << 13;
/** Of its words, a stretch shares so many with the one that was labelled. */
const SHARED = 0.6;
/** Own words that lack less than this of what is to be done are enough. */
const LACKING = 0.3;

interface Row {
  fold: number;
  candidates: readonly MeantCandidate[];
  right: ReadonlySet<number>;
}

const sources = loadSources('calls');
const writers = writersOf(sources);
const rows = sources.flatMap(({ writer, call }) =>
  call === null
    ? []
    : conditions.flatMap((condition) =>
        examplesOf(call, predictedConversation(call, condition)).map((example) => ({
          ...example,
          fold: foldOf(writer, writers),
        })),
      ),
);

const found = folds.flatMap((fold) => {
  const model = fitChoices(
    rows.filter((row) => row.fold !== fold),
    BUCKETS,
  );
  return rows
    .filter((row) => row.fold === fold)
    .map(({ candidates, right }) => {
      const shares = choose(model, candidates);
      const best = shares.reduce((most, share, i) => (share > (shares[most] as number) ? i : most), 0);
      return { probability: shares[best] as number, isRight: right.has(best), isLine: best > 0 };
    });
});
for (const isLine of [false, true]) {
  const line = [0, 0.2, 0.5, 0.7].map((least) => {
    const own = found.filter((one) => one.isLine === isLine && one.probability >= least);
    const right = own.filter(({ isRight }) => isRight).length;
    return `from ${least}: ${own.length}, right ${(right / own.length).toFixed(2)}`;
  });
  console.log(`${isLine ? 'a line before' : 'its own words'}: ${line.join('; ')}`);
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fitChoices(rows, BUCKETS)))}\n`);

/** One for each labelled promise and request; where no line has what is lacking, nothing can be learnt. */
function examplesOf(call: LabelledCall, conversation: Conversation): Omit<Row, 'fold'>[] {
  const names = new Set(stems(`${call.agent} ${call.contact}`));
  return call.turns.flatMap(({ stretches }, turn) =>
    stretches.flatMap(({ text, acts }) =>
      acts.flatMap(({ act, what }) => {
        const own = conversation.stretches.find((one) => one.segment === turn && isWithin(one, text));
        if ((act !== 'promise' && act !== 'request') || what === null || own === undefined) return [];
        const candidates = meantCandidates(conversation, own, act);
        const wanted = stems(what).filter((word) => !names.has(word));
        const said = new Set(stems(own.text));
        const lacking = wanted.filter((word) => !said.has(word));
        if (lacking.length <= LACKING * wanted.length) return [{ candidates, right: new Set([0]) }];
        const held = candidates.map(({ index }) => {
          const line = new Set(index === null ? [] : stems(conversation.stretches[index]?.text ?? ''));
          return lacking.filter((word) => line.has(word)).length;
        });
        const most = Math.max(...held);
        const right = new Set(held.flatMap((count, i) => (count === most ? [i] : [])));
        return most === 0 ? [] : [{ candidates, right }];
      }),
    ),
  );
}

function isWithin(stretch: Stretch, labelled: string): boolean {
  const own = stems(stretch.text);
  const words = new Set(stems(labelled));
  return own.length > 0 && own.filter((word) => words.has(word)).length >= SHARED * own.length;
}

/** `sends`, `sending` and `send` are one. */
function stems(text: string): string[] {
  const words = contentWords(splitWords(text).map((word) => word.text));
  return words.map((word) => word.replace(/(?:'s|ing|ed|es|s|e)$/, ''));
}
