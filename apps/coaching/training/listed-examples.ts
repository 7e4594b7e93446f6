import { nobody } from '../src/engines/findings/find-findings.ts';
import type { ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';
import { findKeyWords } from '../src/engines/findings/key-words/find-key-words.ts';
import { likelyObjections } from '../src/engines/findings/objections/find-objections.ts';
import {
  knownOf,
  type LikelyObjection,
  listedFeatures,
  WEIGHED_FROM,
} from '../src/engines/findings/objections/weigh-listed.ts';
import { folds } from './cross-fit.ts';
import { fitRidge } from './fit-ridge.ts';
import { objectionWordsWithout } from './unseen-objection-words.ts';
import { unseenOutcome } from './unseen-outcome.ts';
import { foldOfWholeCall, type WholeReading } from './whole-calls.ts';

const BUCKETS = 1 << 12;
/** What a weight costs: with half of it, nothing was judged better. */
const RIDGE = 40;
/** What one listener would list and another leave: worth finding, and not worth being wrong elsewhere. */
const OPTIONAL = 0.3;

export interface ListedExample {
  writer: string;
  fold: number;
  condition: string;
  likely: LikelyObjection;
  features: readonly number[];
  right: number;
  /** How many that have to be found are in its turn. */
  wanted: number;
}

export function listedExamples(readings: readonly WholeReading[]): ListedExample[] {
  return readings.flatMap(examplesOf);
}

export function fitListed(examples: readonly ListedExample[]): ChoiceModel {
  const rows = examples.map(({ likely, features, right }) => ({
    known: knownOf(likely),
    features,
    right,
  }));
  return fitRidge(rows, BUCKETS, RIDGE);
}

/** What is learnt without each writer, and without the others of the same fold. */
export function fitListedWithoutEach(examples: readonly ListedExample[]): Map<string, ChoiceModel> {
  const models = folds.map((fold) => fitListed(examples.filter((one) => one.fold !== fold)));
  return new Map(examples.map(({ writer, fold }) => [writer, models[fold] as ChoiceModel]));
}

function examplesOf({ call, writer, condition, conversation }: WholeReading): ListedExample[] {
  const outcome = unseenOutcome(call, conversation);
  if (nobody.has(outcome.code) || outcome.code === 'gatekeeper') return [];
  const { obstacle } = findKeyWords(conversation);
  const all = likelyObjections(conversation, obstacle, undefined, objectionWordsWithout(call));
  const features = listedFeatures(conversation, all, outcome, obstacle);
  return all.flatMap((likely, i) => {
    if (likely.probability < WEIGHED_FROM) return [];
    const isAt = ({ turn }: { turn: number }): boolean => turn === likely.stretch.segment;
    const wanted = call.gold.objections.filter(isAt).length;
    const right = wanted > 0 ? 1 : call.gold.objections_optional.some(isAt) ? OPTIONAL : 0;
    return [
      {
        writer,
        fold: foldOfWholeCall(call),
        condition,
        likely,
        features: features[i] as number[],
        right,
        wanted,
      },
    ];
  });
}
