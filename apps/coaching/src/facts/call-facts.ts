import type { AnalysisBody, Evidence } from '@debrief/contracts/resources/analysis';
import { phrasesIn } from './missing-phrases.ts';

/** Words that stand in the transcript of the call. */
export type Quote = Pick<Evidence, 'segment_index' | 'quote' | 'start_time' | 'speaker'>;

export interface CriterionOfCall {
  readonly id: string;
  readonly title: string;
  readonly weight: number;
  readonly score: number;
  readonly potential: number;
  readonly share: number;
  /** `You gave a figure`, without the full stop; null when nothing was clearly heard. */
  readonly heard: string | null;
  /** What was not clearly heard, in the rubric's words. */
  readonly missing: readonly string[];
  readonly quotes: readonly Quote[];
}

export interface Objection {
  readonly kind: string;
  readonly quote: Quote;
  /** The agent's words shortly after it that earned points. */
  readonly answer: Quote | null;
}

export interface Remark {
  readonly text: string;
  readonly quotes: readonly Quote[];
}

/** What coaching over time needs of an analysed call, all of it from its analysis. */
export interface CallFacts {
  readonly recording_id: string;
  readonly user_id: string;
  readonly occurred_at: string;
  readonly agent: string;
  readonly contact: string;
  readonly rating: number | null;
  readonly outcomes: readonly string[];
  readonly outcomeQuotes: readonly Quote[];
  /** Those that applied to the call. */
  readonly criteria: readonly CriterionOfCall[];
  readonly objections: readonly Objection[];
  readonly topMoments: readonly Remark[];
  /** What the agent must not do comes with the advice. */
  readonly improvements: readonly Remark[];
  /** Of the agent. */
  readonly promises: readonly Remark[];
}

export interface AnalysedCall {
  recording_id: string;
  user_id: string;
  occurred_at: string;
  body: AnalysisBody;
}

/** Turns after an objection in which it is answered. */
const ANSWER_WITHIN = 3;

export function callFacts({ body, ...call }: AnalysedCall): CallFacts {
  const cited = (claimId: string) =>
    body.evidence.filter(({ claim_id }) => claim_id === claimId).map(quoteOf);
  const remarks = (texts: readonly string[], path: string): Remark[] =>
    texts.map((text, index) => ({ text, quotes: cited(`${path}.${index}`) }));
  const agent = body.speakers.user_name;
  const answers = [
    ...body.coaching.top_moments.flatMap((_, index) => cited(`coaching.top_moments.${index}`)),
    ...cited('rating.criteria.objection_handling'),
  ].filter(({ speaker }) => speaker === agent);
  const objections = body.objections.kinds.flatMap((kind, index): Objection[] => {
    const [quote] = cited(`objections.outcomes.${index}`);
    if (quote === undefined) return [];
    const after = ({ segment_index }: Quote) => segment_index - quote.segment_index;
    const answer = answers.find((one) => after(one) > 0 && after(one) <= ANSWER_WITHIN);
    return [{ kind, quote, answer: answer ?? null }];
  });
  return {
    ...call,
    agent,
    contact: body.speakers.client_name,
    rating: body.rating?.outcome ?? null,
    outcomes: body.disposition.outcomes,
    outcomeQuotes: cited('disposition.outcomes.0'),
    criteria: (body.rating?.criteria ?? [])
      .filter(({ applicable, potential_score }) => applicable && potential_score > 0)
      .map(({ id, title, weight, score, potential_score, reasoning }) => ({
        ...{ id, title, weight, score, potential: potential_score, share: score / potential_score },
        heard: /\b(You [^.]+)\./.exec(reasoning)?.[1] ?? null,
        missing: phrasesIn(/Not clearly heard: (.*)\.$/.exec(reasoning)?.[1] ?? ''),
        quotes: cited(`rating.criteria.${id}`),
      })),
    objections,
    topMoments: remarks(body.coaching.top_moments, 'coaching.top_moments'),
    improvements: remarks(body.coaching.possible_improvements, 'coaching.possible_improvements'),
    promises: remarks(body.action_items.primary, 'action_items.primary'),
  };
}

function quoteOf({ segment_index, quote, start_time, speaker }: Evidence): Quote {
  return { segment_index, quote, start_time, speaker };
}
