import { auc } from '../bench/score.ts';
import { rate } from '../src/engines/findings/rating/rate.ts';
import { conversationStatistics } from '../src/engines/findings/statistics/conversation-statistics.ts';
import { readRubrics } from '../src/engines/load-rubrics.ts';
import { type JudgedCall, judgedCalls } from './judged-calls.ts';
import type { LabelledCall } from './read-calls.ts';

/**
 * `measure-rating.ts [w01 w02 …]` prints how well the rating tells good, mediocre and awful agents apart, and which
 * criterion does how much of it. AUC is the share of pairs, one call of each kind, that are in the right order; a tie
 * is half a pair.
 */
type Quality = LabelledCall['quality'];
type Scored = { id: string; quality: Quality; value: number };
type Auc = (better: Quality, worse: Quality) => string;

const rubric = readRubrics(new URL('../rubrics/', import.meta.url)).get('general-sales');
if (rubric === undefined) throw new Error('the rubric general-sales is missing');

const calls = judgedCalls(process.argv.slice(2));
const ratings = calls.map(({ call, judged }) => {
  const statistics = conversationStatistics(judged.conversation.transcript, 0);
  return { call, rating: rate(rubric, { ...judged, statistics }) };
});
const rated = ratings.flatMap(({ call, rating }) => (rating === null ? [] : [{ call, rating }]));
console.log(`${rated.length} of ${calls.length} calls rated`);
print(
  'all',
  rated.map(({ call, rating }) => scored(call, rating.outcome)),
);
for (const writer of new Set(rated.map(({ call }) => writerOf(call)))) {
  const own = rated.filter(({ call }) => writerOf(call) === writer);
  print(
    writer,
    own.map(({ call, rating }) => scored(call, rating.outcome)),
  );
}
for (const { id } of rubric.criteria) {
  const own = rated.flatMap(({ call, rating }) => {
    const found = rating.criteria.find(({ criterion }) => criterion.id === id)?.criterion;
    return found?.applicable === true ? [scored(call, found.score / found.potential_score)] : [];
  });
  print(id, own);
}
for (const [kind, qualities] of faultsByQuality(calls)) console.log(kind.padEnd(24), qualities.join(' '));

function print(name: string, values: readonly Scored[]): void {
  const area: Auc = (better, worse) => areaUnderCurve(values, better, worse).toFixed(3);
  const mean = (quality: Quality) => average(values.filter((one) => one.quality === quality)).toFixed(2);
  const pairs = `good/awful ${area('good', 'awful')}  mediocre/awful ${area('mediocre', 'awful')}  good/mediocre ${area('good', 'mediocre')}`;
  console.log(`${name.padEnd(20)} ${pairs}  means ${mean('good')} ${mean('mediocre')} ${mean('awful')}`);
}

function areaUnderCurve(values: readonly Scored[], better: Quality, worse: Quality): number {
  const above = values.filter(({ quality }) => quality === better);
  const below = values.filter(({ quality }) => quality === worse);
  return (
    auc(
      above.map(({ value }) => value),
      below.map(({ value }) => value),
    ) ?? Number.NaN
  );
}

function average(values: readonly Scored[]): number {
  return values.reduce((sum, { value }) => sum + value, 0) / values.length;
}

function faultsByQuality(judged: readonly JudgedCall[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { call, judged: own } of judged) {
    for (const { kind } of own.faults) found.set(kind, [...(found.get(kind) ?? []), call.quality]);
  }
  return new Map(
    [...found].map(([kind, all]) => {
      const count = (quality: Quality) => `${quality} ${all.filter((one) => one === quality).length}`;
      return [kind, [count('good'), count('mediocre'), count('awful')]];
    }),
  );
}

function scored({ id, quality }: LabelledCall, value: number): Scored {
  return { id, quality, value };
}

function writerOf({ id }: LabelledCall): string {
  return id.split('-')[0] ?? id;
}
