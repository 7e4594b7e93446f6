import { nobody } from '../src/engines/findings/find-findings.ts';
import type { ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';
import { findKeyWords } from '../src/engines/findings/key-words/find-key-words.ts';
import { likelyObjections } from '../src/engines/findings/objections/find-objections.ts';
import {
  type LikelyObjection,
  listedFeatures,
  logit,
  WEIGHED_FROM,
} from '../src/engines/findings/objections/weigh-listed.ts';
import { fitRidge } from './fit-ridge.ts';
import { unseenOutcome } from './unseen-outcome.ts';
import type { WholeReading } from './whole-calls.ts';

const BUCKETS = 1 << 12;
/** What a weight costs: with half of it, nothing was judged better. */
const RIDGE = 40;
/** What one listener would list and another leave: worth finding, and not worth being wrong elsewhere. */
const OPTIONAL = 0.3;

export interface ListedExample {
  writer: string;
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
    known: logit(likely.probability),
    features,
    right,
  }));
  return fitRidge(rows, BUCKETS, RIDGE);
}

export function fitListedWithoutEach(examples: readonly ListedExample[]): Map<string, ChoiceModel> {
  const writers = [...new Set(examples.map(({ writer }) => writer))];
  return new Map(
    writers.map((writer) => [writer, fitListed(examples.filter((one) => one.writer !== writer))]),
  );
}

function examplesOf({ call, writer, condition, conversation }: WholeReading): ListedExample[] {
  const outcome = unseenOutcome(call, conversation);
  if (nobody.has(outcome.code) || outcome.code === 'gatekeeper') return [];
  const { obstacle } = findKeyWords(conversation);
  const all = likelyObjections(conversation, obstacle);
  const features = listedFeatures(conversation, all, outcome, obstacle);
  return all.flatMap((likely, i) => {
    if (likely.probability < WEIGHED_FROM) return [];
    const isAt = ({ turn }: { turn: number }): boolean => turn === likely.stretch.segment;
    const wanted = call.gold.objections.filter(isAt).length;
    const right = wanted > 0 ? 1 : call.gold.objections_optional.some(isAt) ? OPTIONAL : 0;
    return [{ writer, condition, likely, features: features[i] as number[], right, wanted }];
  });
}
