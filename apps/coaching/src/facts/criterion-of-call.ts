import type { Evidence, RatingCriterion } from '@debrief/contracts/resources/analysis';
import { listed } from './wording.ts';

/** Words that stand in the transcript of the call. */
export type Quote = Pick<Evidence, 'segment_index' | 'quote' | 'start_time' | 'speaker'>;

/** Words that earned points; `indicator` and what it says in the rubric are not known of analyses stored before. */
export interface ShownQuote extends Quote {
  readonly indicator?: string;
  /** `gave a figure`, after `You`. */
  readonly did?: string;
  readonly points?: number;
}

export interface Missed {
  readonly indicator: string;
  readonly text: string;
  readonly points: number;
}

export interface CriterionOfCall {
  readonly id: string;
  readonly title: string;
  readonly weight: number;
  readonly score: number;
  readonly potential: number;
  readonly share: number;
  /** `You gave a figure`, without the full stop; null when nothing was clearly heard. */
  readonly heard: string | null;
  /** What is clear of it, whether heard or not. */
  readonly indicators: readonly string[];
  /** What was surely not there, in the words of the rubric that judged the call. */
  readonly missed: readonly Missed[];
  readonly quotes: readonly ShownQuote[];
}

export const handling = ['acknowledged_objections', 'explored_objections', 'answered_objections'];

/** Whether an indicator is about how objections are met. */
export function isHandling(indicator: string | undefined): boolean {
  return indicator !== undefined && handling.includes(indicator);
}

/** What was surely not done with any objection of the call. */
export function missedHandling({ missed }: Pick<CriterionOfCall, 'missed'>): Missed | undefined {
  return missed.find(({ indicator }) => isHandling(indicator));
}

/** Of a call in which the contact thanked for an answer. */
export function withoutMissedHandling(criterion: CriterionOfCall): CriterionOfCall {
  const { missed, indicators } = criterion;
  const left = missed.filter(({ indicator }) => isHandling(indicator)).map(({ indicator }) => indicator);
  return {
    ...criterion,
    missed: missed.filter(({ indicator }) => !left.includes(indicator)),
    indicators: indicators.filter((one) => !left.includes(one)),
  };
}

type StoredCriterion = Omit<RatingCriterion, 'indicators' | 'unclear_points'> &
  Partial<Pick<RatingCriterion, 'indicators'>>;

/** What a stored criterion shows of its call. */
export function criterionOf(
  { id, title, weight, score, potential_score: potential, indicators = [] }: StoredCriterion,
  evidence: readonly Evidence[],
): CriterionOfCall {
  const heard = indicators.flatMap(({ result, text }) => (result === 'heard' ? [text] : []));
  const quotes = evidence.map((one): ShownQuote => {
    const shown = indicators.find(({ indicator }) => indicator === one.indicator);
    if (shown === undefined) return quoteOf(one);
    const { indicator, text: did, potential_score: points } = shown;
    return { ...quoteOf(one), indicator, did, points };
  });
  return {
    ...{ id, title, weight, score, potential, share: score / potential, quotes },
    heard: heard.length === 0 ? null : `You ${listed(heard)}`,
    indicators: indicators.map(({ indicator }) => indicator),
    missed: indicators
      .filter(({ result }) => result === 'missing')
      .map(({ indicator, text, potential_score: points }) => ({ indicator, text, points })),
  };
}

export function quoteOf({ segment_index, quote, start_time, speaker }: Evidence): Quote {
  return { segment_index, quote, start_time, speaker };
}
