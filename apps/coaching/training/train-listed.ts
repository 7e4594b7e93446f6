import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import { conditions } from '../bench/conditions.ts';
import { type GoldCall, readGoldCalls } from '../bench/read-gold-calls.ts';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import { nobody } from '../src/engines/findings/find-findings.ts';
import { type ChoiceModel, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { findKeyWords } from '../src/engines/findings/key-words/find-key-words.ts';
import { isListed, likelyObjections } from '../src/engines/findings/objections/find-objections.ts';
import {
  type LikelyObjection,
  listedFeatures,
  logit,
  WEIGHED_FROM,
} from '../src/engines/findings/objections/weigh-listed.ts';
import { decideOutcome } from '../src/engines/findings/outcome/decide-outcome.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import { writerOf } from './due-examples.ts';
import { fitRidge } from './fit-ridge.ts';

/**
 * `node train-listed.ts` learns which likely objections somebody who knows the whole call would list, from the calls in
 * `thresholds/`, which the networks have not seen; and prints, without each writer, how many that are listed are right.
 */
const modelFile = new URL('../src/engines/findings/objections/listed-model.json', import.meta.url);
const BUCKETS = 1 << 12;
/** What a weight costs: with a quarter of it, sets by other writers were judged worse. */
const RIDGE = 40;
const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };

interface Example {
  writer: string;
  likely: LikelyObjection;
  features: readonly number[];
  isRight: boolean;
  /** How many that have to be found are in its turn. */
  wanted: number;
}

const calls = readGoldCalls(path.join(import.meta.dirname, 'thresholds/calls.json'));
const heard = conditions.map(({ name, variants }) => ({
  name,
  examples: (variants(calls)[0] ?? []).flatMap(examplesOf),
}));
const examples = heard.flatMap((one) => one.examples);
const writers = [...new Set(calls.map(writerOf))];
const models = new Map(
  writers.map((writer) => [writer, fit(examples.filter((one) => one.writer !== writer))]),
);
const wanted = calls.reduce((sum, { gold }) => sum + gold.objections.length, 0);
for (const { name, examples: own } of heard) {
  const listed = own.filter(({ writer, likely, features }) => isListed(likely, features, models.get(writer)));
  const right = listed.filter(({ isRight }) => isRight).length;
  const found = listed.reduce((sum, one) => sum + one.wanted, 0);
  console.log(
    `objections, ${name}: right ${(right / listed.length).toFixed(2)} (${right} of ${listed.length}), ` +
      `found ${(found / wanted).toFixed(2)} (${found} of ${wanted})`,
  );
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fit(examples)))}\n`);

function examplesOf(call: GoldCall): Example[] {
  const { gold, ...scripted } = call;
  const { transcript, incoming, occurred_at } = requestOf(scripted, defaults);
  const conversation = readConversation(loadModel(), transcript, { kind: 'call', incoming, occurred_at });
  const outcome = decideOutcome(conversation, negotiate(conversation));
  if (nobody.has(outcome.code) || outcome.code === 'gatekeeper') return [];
  const all = likelyObjections(conversation, findKeyWords(conversation).obstacle);
  const features = listedFeatures(conversation, all, outcome);
  return all.flatMap((likely, i) => {
    if (likely.probability < WEIGHED_FROM) return [];
    const isAt = ({ turn }: { turn: number }): boolean => turn === likely.stretch.segment;
    const ownWanted = gold.objections.filter(isAt).length;
    const isRight = ownWanted > 0 || gold.objections_optional.some(isAt);
    return [
      { writer: writerOf(call), likely, features: features[i] as number[], isRight, wanted: ownWanted },
    ];
  });
}

function fit(own: readonly Example[]): ChoiceModel {
  const rows = own.map(({ likely, features, isRight }) => ({
    known: logit(likely.probability),
    features,
    isRight,
  }));
  return fitRidge(rows, BUCKETS, RIDGE);
}
