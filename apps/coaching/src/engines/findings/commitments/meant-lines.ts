import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { actFeatures } from '../key-words/act-features.ts';
import { type Candidate, choose, decodeChoices } from '../key-words/choice-model.ts';
import type { Kind } from './is-for-later.ts';
import stored from './meant-model.json' with { type: 'json' };
import { determiners, personNouns, things, timeWords } from './word-classes.ts';

const model = decodeChoices(stored);

/** Turns before a promise in which the thing it is about may have been named. */
const TURNS_BEFORE = 5;
const LEAST_WORDS = 3;
const MOST_WORDS = 28;
const POINTERS = new Set(
  'it that this them those these one ones both two him her he she they there hers'.split(' '),
);

/** A line before a promise or a request that may tell what is meant; null: its own words do. */
export interface MeantCandidate extends Candidate {
  index: number | null;
}

/** The lines before it that may tell what is to be done, the likeliest first; what is missing to 1 is that none does. */
export function meantLines(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
): { index: number; probability: number }[] {
  const candidates = meantCandidates(conversation, stretch, kind);
  const shares = choose(model, candidates);
  return candidates
    .flatMap(({ index }, i) => (index === null ? [] : [{ index, probability: shares[i] as number }]))
    .sort((a, b) => b.probability - a.probability);
}

/** The own words first, then the lines before, of either side. */
export function meantCandidates(
  { stretches, turns }: Conversation,
  stretch: Stretch,
  kind: Kind,
): MeantCandidate[] {
  const from = turns[Math.max(0, stretch.turn - TURNS_BEFORE)]?.from ?? 0;
  const before = stretches
    .slice(from, stretch.index)
    .filter(({ words }) => words.length >= LEAST_WORDS && words.length <= MOST_WORDS);
  const own = textsOf(stretch);
  const hashed = (features: string[]): number[] => features.map((feature) => hash(feature));
  return [
    { index: null, features: hashed(ownFeatures(own, kind)) },
    ...before.map((line) => ({
      index: line.index,
      features: hashed(lineFeatures(line, stretch, own, kind)),
    })),
  ];
}

function ownFeatures(own: readonly string[], kind: Kind): string[] {
  const pointers = pointersIn(own);
  const hasThing = own.some((text) => things.has(text));
  return [
    'alone',
    `alone ${kind}`,
    `alone content${Math.min(6, new Set(meaningful(own)).size)}`,
    `alone pointers${Math.min(3, pointers.length)}`,
    `alone thing ${hasThing}`,
    `alone thing ${hasThing} ${pointers.length > 0}`,
    ...pointers.map((text) => `alone points ${text}`),
    ...own.map((text) => `alone ${text}`),
    ...own.map((text, i) => `alone ${own[i - 1] ?? ''} ${text}`),
  ];
}

function lineFeatures(line: Stretch, stretch: Stretch, own: readonly string[], kind: Kind): string[] {
  const texts = textsOf(line);
  const content = new Set(meaningful(own));
  const turns = Math.min(6, stretch.turn - line.turn);
  const away = Math.min(12, stretch.index - line.index);
  const isSame = line.role === stretch.role;
  const named = texts.filter((text, i) => isNamed(texts, i) && things.has(text));
  const people = texts.some((text) => personNouns.has(text));
  const acts = actFeatures(line);
  return [
    `turns ${turns} ${isSame}`,
    `away ${away}`,
    `away ${away} ${isSame} ${kind}`,
    `size ${Math.min(8, texts.length >> 2)}`,
    `content ${Math.min(8, meaningful(texts).length)}`,
    `things ${Math.min(2, named.length)}`,
    `people ${people}`,
    `shared ${Math.min(3, texts.filter((text) => content.has(text)).length)}`,
    `asks ${line.text.trim().endsWith('?')}`,
    `promise ${Math.round(4 * chance(line, 'promise', 'request'))}`,
    ...acts,
    ...acts.map((act) => `${act} ${isSame} ${kind}`),
    ...acts.map((act) => `${act} turns${turns}`),
    ...pointersIn(own).flatMap((text) => [
      `${text} turns ${turns} ${isSame}`,
      `${text} things ${Math.min(2, named.length)}`,
      `${text} people ${people}`,
    ]),
    ...named.map((text) => `thing ${text}`),
    ...texts.map((text) => `w ${text}`),
  ];
}

function pointersIn(texts: readonly string[]): string[] {
  return texts.filter((text, i) => POINTERS.has(text) && points(texts, i));
}

function meaningful(texts: readonly string[]): string[] {
  return contentWords(texts).filter((word) => !timeWords.has(word));
}

function textsOf({ words }: Stretch): string[] {
  return words.map(({ text }) => text);
}

/** `that calendar` names it, `that` points. */
function points(texts: readonly string[], at: number): boolean {
  const next = texts[at + 1] ?? '';
  return !things.has(next) && contentWords([next]).length === 0;
}

function isNamed(texts: readonly string[], at: number): boolean {
  return (
    texts.slice(Math.max(0, at - 3), at).some((text) => determiners.has(text)) || /s$/.test(texts[at] ?? '')
  );
}
