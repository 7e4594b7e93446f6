import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { hash } from '../../conversation/hash.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { type Candidate, type ChoiceModel, choose, decodeChoices } from '../key-words/choice-model.ts';
import stored from './clear-model.json' with { type: 'json' };
import type { WeighedCandidate } from './weigh-due.ts';
import { actionVerbs, properWords, things, timeWords } from './word-classes.ts';
import { type Wording, wordingsOf } from './wordings.ts';

const model = decodeChoices(stored);

/** A way to say what is to be done, in our words or quoted, and how likely a stranger knows what it is. */
export interface WeighedWording {
  /** In our words; null where it is quoted. */
  item: string | null;
  quote: Wording | null;
  probability: number;
}

/** A stranger does not know what is to be done. */
export const nothingClear: Candidate = { features: [hash('unclear')] };

/** Our words are read with less effort than any quotation. */
const OURS_FROM = 0.7;
/** Between equals the shortest is read with least effort. */
const AS_CLEAR = 0.04;
const MARKS_BESIDE = 4;
const POINTERS = new Set(
  'it that this them those these one ones both two him her his he she they there then thing something hers theirs their'.split(
    ' ',
  ),
);
/** With a noun after them they name it. */
const NAMING = new Set('that this those these one both two her his their'.split(' '));
const TOLD_BY = [
  ...(['request', 'promise', 'ask_closed', 'ask_open', 'propose_step', 'propose_time'] as const),
  ...(['inform', 'state_need', 'decline', 'wrong_person', 'accept'] as const),
] as const;
const LIKELY = 0.4;

/**
 * The clearest way to say a promise or a request: in our words where these are clear enough, else quoted, the shortest
 * of equals. @param items what it is in our words @returns null where there are no words for it
 */
export function clearestWording(
  conversation: Conversation,
  candidate: WeighedCandidate,
  items: readonly string[],
  weights: ChoiceModel = model,
): WeighedWording | null {
  const all = wordingCandidates(conversation, candidate, items).map(({ item, quote, features }) => ({
    ...{ item, quote },
    probability: choose(weights, [{ features }], nothingClear)[0] as number,
  }));
  const ours = all.filter(({ item, probability }) => item !== null && probability >= OURS_FROM);
  const from = ours.length > 0 ? ours : all;
  const most = Math.max(...from.map(({ probability }) => probability));
  const clearest = from.filter(({ probability }) => probability >= most - AS_CLEAR);
  return clearest.sort((a, b) => sizeOf(a) - sizeOf(b))[0] ?? null;
}

export interface WordingCandidate extends Omit<WeighedWording, 'probability'>, Candidate {}

export function wordingCandidates(
  conversation: Conversation,
  candidate: WeighedCandidate,
  items: readonly string[],
): WordingCandidate[] {
  const hashed = (named: readonly string[]): number[] => named.map((feature) => hash(feature));
  const quotes = wordingsOf(conversation, candidate.stretch, candidate.actions, candidate.act);
  return [
    ...items.map((item) => ({ item, quote: null, features: hashed(itemFeatures(candidate, item)) })),
    ...quotes.map((quote) => ({ item: null, quote, features: hashed(quoteFeatures(candidate, quote)) })),
  ];
}

function sizeOf({ quote }: WeighedWording): number {
  if (quote === null) return 0;
  const { said, beside } = quote;
  return sizeIn(said) + (beside === null ? 0 : MARKS_BESIDE + sizeIn(beside.said));
}

function sizeIn(said: string): number {
  return said.split(/\s+/).length;
}

function itemFeatures({ stretch, act, probability }: WeighedCandidate, item: string): string[] {
  const texts = textsOf(item);
  const content = Math.min(4, contentOf(item));
  const named = [
    'ours',
    `ours ${act}`,
    `ours size${Math.min(8, texts.length)}`,
    `ours content${content}`,
    `ours verb ${texts[0]}`,
    `ours verb ${texts[0]} content${content}`,
    `ours last ${texts.at(-1)}`,
    `ours the-last ${texts.at(-2) === 'the'}`,
    `ours thing ${texts.some((text) => things.has(text))}`,
    `ours chance${fifths(chance(stretch, act))}`,
    `ours due${fifths(probability)}`,
    `ours comma ${item.includes(',')}`,
  ];
  const pointers = texts.filter((text) => POINTERS.has(text)).map((text) => `ours points ${text}`);
  return [...named, ...pointers, ...texts.map((text) => `ours ${text}`)];
}

function quoteFeatures({ stretch, act, probability }: WeighedCandidate, quote: Wording): string[] {
  const { form, said, clause, beside } = quote;
  const own = textsOf(clause);
  const line = beside === null ? [] : textsOf(beside.said);
  const by = beside?.kind ?? 'alone';
  const points = pointersIn(own);
  const content = Math.min(5, contentOf(clause));
  const more = Math.min(4, contentOf(said) - contentOf(clause));
  const told = Math.min(5, Math.floor(quote.told * 6));
  const thing = own.some((text) => things.has(text));
  const before = textsOf(said.slice(0, Math.max(0, said.indexOf(clause))));
  const names = namesIn(clause);
  const verb = own.find((text) => actionVerbs.has(text));
  const isShared = line.some((text) => actionVerbs.has(text) && own.includes(text));
  const acts = actsOf(beside?.stretches ?? []);
  return [
    ...[`form ${form}`, `form ${form} ${by}`, `form ${form} points ${points}`],
    ...[`by ${by}`, `by ${by} points ${points}`, `by ${by} content${content}`],
    ...[`told${told}`, `told${told} ${by}`, `told${told} points ${points}`],
    ...[
      `content${content}`,
      `content${content} points ${points}`,
      `content${content} points ${points} ${by}`,
    ],
    ...[`more${more} ${by}`, `more${more} points ${points} ${form}`],
    ...[`thing ${thing} points ${points}`, `thing ${thing} ${by}`],
    ...[`names${names} ${by}`, `names${names} thing ${thing} content${content}`],
    `things beside${countThings(line)} points ${points}`,
    `names beside${beside === null ? 0 : namesIn(beside.said)} points ${points}`,
    `things before${countThings(before)} points ${points}`,
    `size${Math.min(9, textsOf(said).length >> 2)}`,
    `size beside${Math.min(8, line.length >> 2)}`,
    `shared ${isShared} points ${points}`,
    ...acts.flatMap((one) => [
      `beside ${one}`,
      `beside ${one} points ${points}`,
      `beside ${one} content${content}`,
    ]),
    ...[`chance${fifths(chance(stretch, act))}`, `due${fifths(probability)}`],
    ...[`kind ${act} ${by}`, `who ${stretch.role} ${act}`],
    ...[`verb ${verb}`, `verb ${verb} points ${points}`],
    ...[`first ${own[0]} ${own[1]}`, `last ${own.at(-1)}`, ...own.map((text) => `w ${text}`)],
    `asks ${said.endsWith('?')} ${act}`,
    `sentences${Math.min(4, (said.match(/[.?!](?=\s)/g) ?? []).length)}`,
    `if ${own.includes('if')} ${by}`,
  ];
}

/** What stands for something else: the one word, or that there are several. */
function pointersIn(texts: readonly string[]): string {
  const found = texts.filter(
    (text, i) => POINTERS.has(text) && !(NAMING.has(text) && contentWords([texts[i + 1] ?? '']).length > 0),
  );
  const [first = 'none', second] = new Set(found);
  return second === undefined ? first : 'several';
}

function actsOf(stretches: readonly Stretch[]): string[] {
  return TOLD_BY.filter((act) => stretches.some((one) => chance(one, act) >= LIKELY));
}

/** Capitals where no sentence starts. */
function namesIn(said: string): number {
  const capitals = said.match(/(?<=[\p{L},] )\p{Lu}\p{Ll}+/gu) ?? [];
  return Math.min(2, capitals.filter((name) => !properWords.has(name.toLowerCase())).length);
}

function countThings(texts: readonly string[]): number {
  return Math.min(2, texts.filter((text) => things.has(text)).length);
}

function contentOf(said: string): number {
  return new Set(contentWords(textsOf(said)).filter((word) => !timeWords.has(word))).size;
}

function textsOf(said: string): string[] {
  return splitWords(said).map(({ text }) => text);
}

function fifths(probability: number): number {
  return Math.min(4, Math.floor(probability * 5));
}
