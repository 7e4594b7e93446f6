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
  /** What its number is of, after `more` or `less`; `number` where these say so. */
  counted: 'number' | 'sentences' | 'times';
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
    counted: 'times',
    more: 'often proposes what comes next',
    less: 'seldom proposes what comes next',
  },
  {
    count: 'pressure',
    of: 'sentences',
    weights: { dominance: 1, steadiness: -1 },
    noun: ['sentence that pushes', 'sentences that push'],
    counted: 'times',
    more: 'often pushes for a decision',
    less: 'seldom pushes',
  },
  {
    count: 'words',
    of: 'all_words',
    weights: { dominance: 0.5, influence: 0.5, steadiness: -0.5 },
    noun: ['of the words', 'of the words'],
    counted: 'number',
    more: 'does most of the talking',
    less: 'leaves much of the talking to the other person',
  },
  {
    count: 'hedges',
    of: 'words',
    weights: { dominance: -1 },
    noun: ['hedge such as “maybe”', 'hedges such as “maybe”'],
    counted: 'times',
    more: 'hedges statements with words such as “maybe”',
    less: 'seldom hedges',
  },
  {
    count: 'self_words',
    of: 'words',
    weights: { dominance: -0.5 },
    noun: ['word such as “I” or “my”', 'words such as “I” and “my”'],
    counted: 'times',
    more: 'often speaks in the first person',
    less: 'seldom speaks in the first person',
  },
  {
    count: 'small_talk',
    of: 'sentences',
    weights: { influence: 1 },
    noun: ['sentence of small talk', 'sentences of small talk'],
    counted: 'sentences',
    more: 'makes room for small talk',
    less: 'makes little small talk',
  },
  {
    count: 'warm_words',
    of: 'words',
    weights: { influence: 1 },
    noun: ['warm word such as “great”', 'warm words such as “great”'],
    counted: 'number',
    more: 'uses many warm words',
    less: 'uses few warm words',
  },
  {
    count: 'contact_name',
    of: 'sentences',
    weights: { influence: 0.5 },
    noun: ["use of the contact's first name", "uses of the contact's first name"],
    counted: 'times',
    more: 'often uses the first name of the other person',
    less: 'seldom uses the first name of the other person',
  },
  {
    count: 'pitches',
    of: 'sentences',
    weights: { influence: 0.5, steadiness: -0.5 },
    noun: ['sentence that presents the offer', 'sentences that present the offer'],
    counted: 'sentences',
    more: 'presents the offer at length',
    less: 'presents the offer briefly',
  },
  {
    count: 'open_questions',
    of: 'sentences',
    weights: { steadiness: 1 },
    noun: ['open question', 'open questions'],
    counted: 'number',
    more: 'asks many open questions',
    less: 'asks few open questions',
  },
  {
    count: 'acknowledgements',
    of: 'sentences',
    weights: { steadiness: 1 },
    noun: ['acknowledgement', 'acknowledgements'],
    counted: 'times',
    more: 'often shows that the other person was heard',
    less: 'seldom shows that the other person was heard',
  },
  {
    count: 'recaps',
    of: 'sentences',
    weights: { conscientiousness: 1 },
    noun: ['recap or correction', 'recaps and corrections'],
    counted: 'times',
    more: 'often checks or repeats what was said',
    less: 'seldom checks or repeats what was said',
  },
  {
    count: 'figures',
    of: 'sentences',
    weights: { conscientiousness: 1 },
    noun: ['sentence with a figure', 'sentences with figures'],
    counted: 'sentences',
    more: 'names many figures',
    less: 'names few figures',
  },
  {
    count: 'reasons',
    of: 'words',
    weights: { conscientiousness: 0.5 },
    noun: ['reason such as “because”', 'reasons such as “because”'],
    counted: 'number',
    more: 'gives many reasons',
    less: 'gives few reasons',
  },
  {
    count: 'closed_questions',
    of: 'sentences',
    weights: { conscientiousness: 0.5 },
    noun: ['question about particulars', 'questions about particulars'],
    counted: 'times',
    more: 'often asks about particulars',
    less: 'seldom asks about particulars',
  },
  {
    count: 'promises',
    of: 'sentences',
    weights: { steadiness: 0.5, conscientiousness: 0.5 },
    noun: ['promise', 'promises'],
    counted: 'times',
    more: 'often promises to do something',
    less: 'seldom promises to do something',
  },
] as const satisfies readonly Indicator[];

/** Of 100 of what it is a share of; null where there is none of that. */
export function rateOf({ count, of }: Pick<Indicator, 'count' | 'of'>, counts: SpeechCounts): number | null {
  const base = counts[of] ?? 0;
  return base === 0 ? null : (100 * (counts[count] ?? 0)) / base;
}
