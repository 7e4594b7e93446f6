import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { headAt, isNounPhrase } from './noun-phrase.ts';
import { stem, type TopicCandidate } from './topic-candidates.ts';

/** All phrases of a call around one noun, wherever they were said, and what tells whether the call is about it. */
export interface TopicGroup {
  noun: string;
  /** The likeliest phrase. */
  best: TopicCandidate;
  features: number[];
}

/** The nouns that may be what a call is about, likeliest phrases first. */
const MOST_GROUPS = 12;
const LEAST_SHARE = 1e-4;
const NAMING = new Set(['about', 'regarding', 'concerning']);

interface Share {
  candidate: TopicCandidate;
  words: string[];
  share: number;
}

/** @param shares the probability of each candidate. */
export function topicGroups(
  conversation: Conversation,
  candidates: readonly TopicCandidate[],
  shares: readonly number[],
): TopicGroup[] {
  const { stretches } = conversation;
  const names = namesIn(conversation);
  const all = candidates.flatMap((candidate, i): Share[] => {
    const words = stretches[candidate.stretch]?.words ?? [];
    const share = shares[i] as number;
    const texts = words.slice(candidate.from, candidate.to).map(({ text }) => text);
    return share < LEAST_SHARE ? [] : [{ candidate, words: texts, share }];
  });
  const byNoun = Map.groupBy(all, ({ words }) => stem(words[headAt(words)] as string));
  const sums = new Map([...byNoun].map(([noun, own]) => [noun, sumOf(own)]));
  const uses = usesOf(stretches);
  return [...byNoun]
    .sort(([a], [b]) => (sums.get(b) as number) - (sums.get(a) as number))
    .slice(0, MOST_GROUPS)
    .flatMap(([noun, own]): TopicGroup[] => {
      const plain = own.filter(
        ({ candidate: { stretch, from, to }, words }) =>
          isNounPhrase(stretches[stretch]?.words ?? [], from, to) && !words.some((text) => names.has(text)),
      );
      const best = plain.reduce<Share | null>(
        (known, one) => (one.share > (known?.share ?? 0) ? one : known),
        null,
      );
      if (best === null) return [];
      const others = [...sums].filter(([other]) => other !== noun).map(([, sum]) => sum);
      const features = [
        1,
        scaled(sums.get(noun) as number),
        scaled(best.share),
        scaled(overlapping(all, best.candidate)),
        scaled(Math.max(0, ...others)),
        // `the roof` of `a roof inspection` is spoken of, too.
        scaled(
          sumOf(
            all.filter(
              ({ words }) =>
                !own.some((one) => one.words === words) && words.some((text) => stem(text) === noun),
            ),
          ),
        ),
        ...phraseFeatures(conversation, best),
        ...useFeatures(conversation, uses.get(noun) ?? []),
      ];
      return [{ noun, best: best.candidate, features }];
    });
}

/** `Leo from Brightline` calls, and is not what the call is about. */
function namesIn({ transcript: { speakers } }: Conversation): Set<string> {
  return new Set(splitWords(`${speakers.agent} ${speakers.contact}`).map(({ text }) => text));
}

function sumOf(all: readonly Share[]): number {
  return all.reduce((sum, { share }) => sum + share, 0);
}

/** From -1 to 1. */
function scaled(share: number): number {
  return 1 + Math.log(Math.max(share, LEAST_SHARE)) / 4.6;
}

function overlapping(all: readonly Share[], best: TopicCandidate): number {
  return sumOf(
    all.filter(
      ({ candidate: { stretch, from, to } }) => stretch === best.stretch && from < best.to && best.from < to,
    ),
  );
}

function phraseFeatures({ stretches }: Conversation, { candidate, words }: Share): number[] {
  const before = stretches[candidate.stretch]?.words[candidate.from - 1]?.text ?? '';
  const [first = ''] = words;
  return [
    NAMING.has(before),
    first === 'the',
    first === 'a' || first === 'an',
    first === 'your',
    first === 'my' || first === 'our',
    words.length === 1,
    words.length > 4,
  ].map(Number);
}

const TOLD: readonly (readonly Act[])[] = [
  ['state_purpose'],
  ['state_need'],
  ['pitch'],
  ['state_price'],
  ['propose_step', 'ask_sale', 'propose_time'],
  ['request', 'promise'],
  ['ask_open', 'ask_closed'],
  ['object:price', 'object:need', 'object:existing_provider', 'object:trust', 'object:not_interested'],
  ['small_talk'],
];

/** Who speaks of a noun how often, where, and to do what. */
function useFeatures({ turns, context }: Conversation, uses: readonly Stretch[]): number[] {
  const byAgent = uses.filter(({ role }) => role === 'agent').length;
  const byContact = uses.length - byAgent;
  const ofCaller = uses.filter(({ role }) => (role === 'contact') === (context.incoming === true));
  const places = [...new Set(uses.map(({ turn }) => turn))];
  const most = (some: readonly Stretch[], acts: readonly Act[]): number =>
    some.reduce((high, one) => Math.max(high, chance(one, ...acts)), 0);
  return [
    Math.log1p(byAgent) / 2,
    Math.log1p(byContact) / 2,
    Number(byAgent > 0 && byContact > 0),
    Math.log1p(places.length) / 2,
    places.length === 0 ? 1 : Math.min(...places) / turns.length,
    most(ofCaller, ['state_purpose']),
    ...TOLD.map((acts) => most(uses, acts)),
  ];
}

function usesOf(stretches: readonly Stretch[]): Map<string, Stretch[]> {
  const uses = new Map<string, Stretch[]>();
  for (const stretch of stretches)
    for (const { text } of stretch.words) {
      const own = uses.get(stem(text));
      if (own === undefined) uses.set(stem(text), [stretch]);
      else own.push(stretch);
    }
  return uses;
}

/** That a call is about a noun of which so much is said. */
export function probabilityOf(weights: readonly number[], features: readonly number[]): number {
  const sum = features.reduce((total, value, i) => total + value * (weights[i] as number), 0);
  return 1 / (1 + Math.exp(-sum));
}
