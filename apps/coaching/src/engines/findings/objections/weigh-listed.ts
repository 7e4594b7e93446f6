import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { OutcomeCode } from '../findings.ts';
import { actFeatures } from '../key-words/act-features.ts';
import { type ChoiceModel, decodeChoices, weightOf } from '../key-words/choice-model.ts';
import stored from './listed-model.json' with { type: 'json' };

const model = decodeChoices(stored);

/** That a stretch of the contact is an objection, as far as it and the turns beside it tell. */
export interface LikelyObjection {
  stretch: Stretch;
  probability: number;
}

/** How the call ended, and how sure that is. */
export interface KnownEnd {
  code: OutcomeCode;
  probability: number;
}

/** Less likely ones are never listed. */
export const WEIGHED_FROM = 0.15;
const LIKELY = 0.4;
const MOST = 1e-4;

/**
 * How likely a listener who knows the whole call would list it as an objection: a report, a quip or a wish sounds like
 * one, and is told by its place, its form, what is said after it, how many others there are, and how the call ended.
 */
export function weighListed(
  likely: LikelyObjection,
  features: readonly number[],
  weights: ChoiceModel = model,
): number {
  return 1 / (1 + Math.exp(-(logit(likely.probability) + weightOf(weights, { features }))));
}

export function logit(probability: number): number {
  const p = Math.min(1 - MOST, Math.max(MOST, probability));
  return Math.log(p / (1 - p));
}

/** By what the whole call speaks for and against each. @param all the likeliest of every turn */
export function listedFeatures(
  conversation: Conversation,
  all: readonly LikelyObjection[],
  { code, probability: sureness }: KnownEnd,
): number[][] {
  const { turns } = conversation;
  const chances = all.map(({ probability }) => probability);
  const sum = chances.reduce((total, one) => total + one, 0);
  const most = Math.max(0, ...chances);
  const likely = chances.filter((one) => one > LIKELY).length;
  return all.map(({ stretch, probability }) => {
    const words = stretch.words.map(({ text }) => text);
    const names = [
      'any',
      `code ${code}`,
      `code ${code} ${Math.floor(4 * sureness)}`,
      `incoming ${conversation.context.incoming}`,
      `rank ${Math.min(5, chances.filter((one) => one > probability).length)}`,
      `likely ${Math.min(8, likely)}`,
      ...steps('most', most, 10),
      ...steps('sum', Math.min(1, sum / 6), 12),
      `place ${Math.floor((6 * stretch.turn) / turns.length)}`,
      `last ${turns.length - stretch.turn <= 2}`,
      `end ${Math.min(6, (turns.length - stretch.turn) >> 1)}`,
      `first ${words[0]}`,
      `size ${Math.min(8, words.length >> 1)}`,
      ...[...new Set(words)]
        .filter((text) => contentWords([text]).length === 0)
        .map((text) => `says ${text}`),
      ...(/\?["'”’]?$/.test(stretch.text.trim()) ? ['asks'] : []),
      ...turnFeatures(conversation, stretch.turn + 1).map((act) => `after ${act}`),
    ];
    return names.map((name) => hash(name));
  });
}

function turnFeatures({ stretches, turns }: Conversation, turn: number): string[] {
  const { from = 0, to = 0 } = turns[turn] ?? {};
  const said = stretches.slice(from, to);
  const [first] = said;
  if (first === undefined) return [];
  const names = [...new Set(said.flatMap(({ acts }) => Object.keys(acts) as Act[]))];
  const acts = Object.fromEntries(
    names.map((act) => [act, Math.max(...said.map((one) => chance(one, act)))]),
  );
  return actFeatures({ ...first, acts });
}

function steps(name: string, share: number, count: number): string[] {
  return Array.from({ length: Math.floor(share * count) }, (_, i) => `${name} ${i + 1}`);
}
