import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Line, OutcomeCode } from '../findings.ts';
import { actFeatures } from '../key-words/act-features.ts';
import { type ChoiceModel, decodeChoices, weightOf } from '../key-words/choice-model.ts';
import stored from './listed-model.json' with { type: 'json' };
import { kindActs } from './objection-candidates.ts';

const model = decodeChoices(stored);

/** That a stretch of the contact is an objection, as far as it and the turns beside it tell. */
export interface LikelyObjection {
  stretch: Stretch;
  probability: number;
  /** The same by its words alone, in log odds. */
  words: number;
  /** The most of any stretch of its turn. */
  wordsInTurn: number;
}

/** How the call ended, how sure that is, and the stretch that shows it. */
export interface KnownEnd {
  code: OutcomeCode;
  probability: number;
  shown: number | null;
}

/** Less likely ones are never listed. */
export const WEIGHED_FROM = 0.1;
const LIKELY = 0.4;
/** That another objection is of the same kind. */
const SAME_KIND = 0.3;
/** What the contact does later may take an objection back, or bear it out. */
const deciding = ['retract', 'accept', 'buy', 'interest', 'decline', 'opt_out'] as const;
const MOST = 1e-4;
const MOST_ODDS = 5;

/**
 * How likely a listener who knows the whole call would list it as an objection: a report, a quip or a wish sounds like
 * one, and is told by its place, its form, what is said after it, how many others there are, and how the call ended.
 */
export function weighListed(
  likely: LikelyObjection,
  features: readonly number[],
  weights: ChoiceModel = model,
): number {
  return 1 / (1 + Math.exp(-(knownOf(likely) + weightOf(weights, { features }))));
}

/** What is known before the whole call is looked at, in log odds: its acts and its words, which err in different lines. */
export function knownOf({ probability, words }: LikelyObjection): number {
  return (logit(probability) + words) / 2;
}

function logit(probability: number): number {
  const p = Math.min(1 - MOST, Math.max(MOST, probability));
  return Math.log(p / (1 - p));
}

/** By what the whole call speaks for and against each. @param all the likeliest of every turn @param obstacle the line that shows best what stood in the way */
export function listedFeatures(
  conversation: Conversation,
  all: readonly LikelyObjection[],
  end: KnownEnd,
  obstacle: Line | null,
): number[][] {
  return all.map((one) =>
    [
      ...callFeatures(conversation, all, one, end),
      ...wordSteps('words', one.words),
      ...wordSteps('words in turn', one.wordsInTurn),
      ...ownFeatures(conversation, one.stretch),
      ...nearFeatures(all, one.stretch),
      ...laterFeatures(conversation, one.stretch),
      ...(obstacle?.stretch === one.stretch.index
        ? ['obstacle', ...steps('obstacle', obstacle.probability, 6)]
        : []),
      ...(end.shown === one.stretch.index ? ['shows end', `shows ${end.code}`] : []),
    ].map((name) => hash(name)),
  );
}

function callFeatures(
  { turns, context }: Conversation,
  all: readonly LikelyObjection[],
  { stretch, probability }: LikelyObjection,
  { code, probability: sureness }: KnownEnd,
): string[] {
  const chances = all.map((one) => one.probability);
  const sum = chances.reduce((total, one) => total + one, 0);
  return [
    'any',
    `code ${code}`,
    `code ${code} ${Math.floor(4 * sureness)}`,
    `incoming ${context.incoming}`,
    `rank ${Math.min(5, chances.filter((one) => one > probability).length)}`,
    `likely ${Math.min(8, chances.filter((one) => one > LIKELY).length)}`,
    ...steps('most', Math.max(0, ...chances), 10),
    ...steps('sum', Math.min(1, sum / 6), 12),
    `place ${Math.floor((6 * stretch.turn) / turns.length)}`,
    `last ${turns.length - stretch.turn <= 2}`,
    `end ${Math.min(6, (turns.length - stretch.turn) >> 1)}`,
    `kind ${kindOf(stretch)} ${code}`,
  ];
}

function ownFeatures(conversation: Conversation, stretch: Stretch): string[] {
  const words = stretch.words.map(({ text }) => text);
  const formal = [...new Set(words)].filter((text) => contentWords([text]).length === 0);
  return [
    `first ${words[0]}`,
    `size ${Math.min(8, words.length >> 1)}`,
    `kind ${kindOf(stretch)}`,
    ...formal.map((text) => `says ${text}`),
    ...(/\?["'”’]?$/.test(stretch.text.trim()) ? ['asks'] : []),
    ...kindActs.flatMap((act) => steps(act, chance(stretch, act), 8)),
    ...actFeatures(stretch).map((act) => `own ${act}`),
    ...turnFeatures(conversation, stretch.turn - 1).map((act) => `before ${act}`),
    ...turnFeatures(conversation, stretch.turn + 1).map((act) => `after ${act}`),
  ];
}

/** What was objected right before and right after, and the same thing elsewhere. */
function nearFeatures(all: readonly LikelyObjection[], stretch: Stretch): string[] {
  const kind = kindOf(stretch);
  const at = (turn: number): number => all.find((one) => one.stretch.turn === turn)?.probability ?? 0;
  const same = all.filter(
    (one) => one.stretch !== stretch && one.probability > SAME_KIND && chance(one.stretch, kind) > SAME_KIND,
  );
  return [
    ...steps('objected before', at(stretch.turn - 2), 6),
    ...steps('objected after', at(stretch.turn + 2), 6),
    `same ${Math.min(3, same.length)}`,
    `same earlier ${same.some((one) => one.stretch.index < stretch.index)}`,
    `same later ${same.some((one) => one.stretch.index > stretch.index)}`,
  ];
}

function laterFeatures({ stretches }: Conversation, { turn }: Stretch): string[] {
  const later = stretches.filter((one) => one.role === 'contact' && one.turn > turn);
  return deciding.flatMap((act) =>
    steps(`later ${act}`, Math.max(0, ...later.map((one) => chance(one, act))), 5),
  );
}

function kindOf(stretch: Stretch): Act {
  return kindActs.reduce((best, act) => (chance(stretch, act) > chance(stretch, best) ? act : best));
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

/** In steps of the log odds, which are seldom further from even than five. */
function wordSteps(name: string, odds: number): string[] {
  return steps(name, Math.max(0, Math.min(1, (odds + MOST_ODDS) / (2 * MOST_ODDS))), 16);
}

function steps(name: string, share: number, count: number): string[] {
  return Array.from({ length: Math.floor(share * count) }, (_, i) => `${name} ${i + 1}`);
}
