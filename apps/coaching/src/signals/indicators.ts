import type { SpeechCount, SpeechCounts } from '../engines/findings/speech/speech.ts';

export const styles = ['dominance', 'influence', 'steadiness', 'conscientiousness'] as const;
export type Style = (typeof styles)[number];

export interface Indicator {
  count: SpeechCount;
  /** What the count is a share of. */
  of: 'sentences' | 'words' | 'all_words';
  weights: Partial<Record<Style, number>>;
  /** One of it and several, as a reader sees it. */
  noun: readonly [string, string];
  /** What an agent does who has more, or less, of it than most: `asks many open questions`. */
  more: string;
  less: string;
}

/** What a profile is made of. `docs/signals.md` publishes the same list, with sources. */
export const indicators = [
  {
    count: 'proposals',
    of: 'sentences',
    weights: { dominance: 1 },
    noun: ['proposal of a time, a step or a purchase', 'proposals of a time, a step or a purchase'],
    more: 'often proposes what comes next',
    less: 'seldom proposes what comes next',
  },
  {
    count: 'pressure',
    of: 'sentences',
    weights: { dominance: 1, steadiness: -1 },
    noun: ['sentence that pushes', 'sentences that push'],
    more: 'pushes for a decision',
    less: 'does not push',
  },
  {
    count: 'words',
    of: 'all_words',
    weights: { dominance: 0.5, influence: 0.5, steadiness: -0.5 },
    noun: ['of the words', 'of the words'],
    more: 'does most of the talking',
    less: 'leaves much of the talking to the other person',
  },
  {
    count: 'hedges',
    of: 'words',
    weights: { dominance: -1 },
    noun: ['hedge such as “maybe”', 'hedges such as “maybe”'],
    more: 'hedges statements with words such as “maybe”',
    less: 'speaks without hedging',
  },
  {
    count: 'self_words',
    of: 'words',
    weights: { dominance: -0.5 },
    noun: ['word such as “I” or “my”', 'words such as “I” and “my”'],
    more: 'often speaks in the first person',
    less: 'seldom speaks in the first person',
  },
  {
    count: 'small_talk',
    of: 'sentences',
    weights: { influence: 1 },
    noun: ['sentence of small talk', 'sentences of small talk'],
    more: 'makes room for small talk',
    less: 'keeps to the business',
  },
  {
    count: 'warm_words',
    of: 'words',
    weights: { influence: 1 },
    noun: ['warm word such as “great”', 'warm words such as “great”'],
    more: 'uses many warm words',
    less: 'uses few warm words',
  },
  {
    count: 'contact_name',
    of: 'sentences',
    weights: { influence: 0.5 },
    noun: ["use of the contact's first name", "uses of the contact's first name"],
    more: 'often uses the first name of the other person',
    less: 'seldom uses the first name of the other person',
  },
  {
    count: 'pitches',
    of: 'sentences',
    weights: { influence: 0.5, steadiness: -0.5 },
    noun: ['sentence that presents the offer', 'sentences that present the offer'],
    more: 'presents the offer at length',
    less: 'presents the offer briefly',
  },
  {
    count: 'open_questions',
    of: 'sentences',
    weights: { steadiness: 1 },
    noun: ['open question', 'open questions'],
    more: 'asks many open questions',
    less: 'asks few open questions',
  },
  {
    count: 'acknowledgements',
    of: 'sentences',
    weights: { steadiness: 1 },
    noun: ['acknowledgement', 'acknowledgements'],
    more: 'shows that the other person was heard',
    less: 'seldom shows that the other person was heard',
  },
  {
    count: 'recaps',
    of: 'sentences',
    weights: { conscientiousness: 1 },
    noun: ['recap or correction', 'recaps and corrections'],
    more: 'checks and repeats what was said',
    less: 'seldom repeats what was agreed',
  },
  {
    count: 'figures',
    of: 'sentences',
    weights: { conscientiousness: 1 },
    noun: ['sentence with a figure', 'sentences with figures'],
    more: 'names many figures',
    less: 'names few figures',
  },
  {
    count: 'reasons',
    of: 'words',
    weights: { conscientiousness: 0.5 },
    noun: ['reason such as “because”', 'reasons such as “because”'],
    more: 'gives reasons',
    less: 'gives few reasons',
  },
  {
    count: 'closed_questions',
    of: 'sentences',
    weights: { conscientiousness: 0.5 },
    noun: ['question about particulars', 'questions about particulars'],
    more: 'asks about particulars',
    less: 'asks little about particulars',
  },
  {
    count: 'promises',
    of: 'sentences',
    weights: { steadiness: 0.5, conscientiousness: 0.5 },
    noun: ['promise', 'promises'],
    more: 'promises what comes next',
    less: 'promises little',
  },
] as const satisfies readonly Indicator[];

/** Of 100 of what it is a share of; null where there is none of that. */
export function rateOf({ count, of }: Pick<Indicator, 'count' | 'of'>, counts: SpeechCounts): number | null {
  const base = counts[of] ?? 0;
  return base === 0 ? null : (100 * (counts[count] ?? 0)) / base;
}
