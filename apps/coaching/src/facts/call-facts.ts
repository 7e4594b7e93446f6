import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { SURE_FROM } from '../engines/findings/objections/objection-labels.ts';
import { isMostlyClear } from '../engines/findings/rating/mostly-clear.ts';
import type { Exchange, SpeechCounts } from '../engines/findings/speech/speech.ts';
import {
  type CriterionOfCall,
  criterionOf,
  handling,
  type Quote,
  quoteOf,
  withoutMissedHandling,
} from './criterion-of-call.ts';
import { answerTo, inItsSense, isWelcomed } from './exchanges-of.ts';
import { isOfFairness, isOptOut, showsItself, withoutMissedQuestions } from './judged-fairly.ts';
import { isPlainlyAgreed } from './plainly-agreed.ts';
import { withFittingLine, withoutAsides, withQuotationMarks } from './wording.ts';

export interface Objection {
  readonly kind: string;
  readonly quote: Quote;
  /** Sure enough to be called one. */
  readonly isSure: boolean;
  /** What the agent said next; not known of analyses stored before. */
  readonly reply?: Quote | null;
  /** The agent's answer, where the contact took it at once. */
  readonly answer: Quote | null;
  /** The agent's words shortly after it earned points for how objections are handled. */
  readonly isHandled: boolean;
}

export interface Remark {
  readonly text: string;
  readonly quotes: readonly Quote[];
}

/** What somebody is to do. */
export interface Task extends Remark {
  /** By when, where that is known. */
  readonly date?: string;
}

export interface Advice extends Remark {
  /** What it is about, as the engine says. */
  readonly kind: string;
}

/** What coaching over time needs of an analysed call, all of it from its analysis. */
export interface CallFacts {
  readonly recording_id: string;
  readonly user_id: string;
  readonly occurred_at: string;
  readonly agent: string;
  readonly contact: string;
  readonly rating: number | null;
  /** Codes: a team may rename the labels. */
  readonly outcomes: readonly string[];
  readonly outcomeQuotes: readonly Quote[];
  /** `Saturday at two`: the time that stood at the end. */
  readonly agreed?: string | null;
  /** `2026-11-14T14:00`, where the day is known. */
  readonly agreed_at?: string | null;
  /** A time that is said to have stood, and that the contact's words do not plainly take. */
  readonly doubted?: string | null;
  /** Those of which enough is clear in the call. */
  readonly criteria: readonly CriterionOfCall[];
  readonly objections: readonly Objection[];
  readonly topMoments: readonly Remark[];
  /** What the agent must not do comes with the advice. */
  readonly improvements: readonly Advice[];
  /** Of the agent. */
  readonly promises: readonly Task[];
  /** `solar`: what it was about, as the summary of the call says it; none of analyses whose texts are gone. */
  readonly about?: string | null;
  /** What was counted of the agent's speech; none where signals are off. */
  readonly speech?: SpeechCounts | null;
  /** The agent's question that a word or a number answers most plainly; none where signals are off. */
  readonly closed_question?: string | null;
  /** What was said around the agent's words; none where signals are off. */
  readonly exchanges?: readonly Exchange[];
}

export interface AnalysedCall {
  recording_id: string;
  user_id: string;
  occurred_at: string;
  body: AnalysisBody;
  speech?: SpeechCounts | null;
  closed_question?: string | null;
  exchanges?: readonly Exchange[];
}

/** The criterion of a call that looks for one of these indicators: a team names its criteria as it likes. */
export function criterionFor(
  { criteria }: Pick<CallFacts, 'criteria'>,
  wanted: readonly string[],
): CriterionOfCall | undefined {
  return criteria.find(({ indicators }) => indicators.some((one) => wanted.includes(one)));
}

/** How well the objections of a call were handled, 0 to 1. */
export function handled(call: Pick<CallFacts, 'criteria'>): number {
  return criterionFor(call, handling)?.share ?? 0;
}

/** From here on an open question may have been asked, in words that are hard to tell: none is said to be missing. */
const MAYBE_OPEN = 0.3;
const answeredByOthers: ReadonlySet<string> = new Set(['gatekeeper', 'wrong_number']);

/** Turns after an objection in which it is answered. */
const ANSWER_WITHIN = 3;

export function callFacts({ body, ...call }: AnalysedCall): CallFacts {
  const cited = (claimId: string) =>
    body.evidence.filter(({ claim_id }) => claim_id === claimId).map(quoteOf);
  const remarks = (texts: readonly string[], path: string): Remark[] =>
    texts.map((text, index) => ({ text: plain(text), quotes: cited(`${path}.${index}`) }));
  const plain = (text: string) => withoutAsides(withFittingLine(withQuotationMarks(text)));
  const agent = body.speakers.user_name;
  // Analyses stored before lack what was added since, and none of their objections is sure.
  const { kinds = [], confidence = [] }: Partial<AnalysisBody['objections']> = body.objections;
  const { improvement_kinds = [] }: Partial<AnalysisBody['coaching']> = body.coaching;
  const { codes = [] }: Partial<AnalysisBody['disposition']> = body.disposition;
  const judged = (body.rating?.criteria ?? []).filter(isMostlyClear).map((criterion) =>
    criterionOf(
      criterion,
      body.evidence.filter(({ claim_id }) => claim_id === `rating.criteria.${criterion.id}`),
    ),
  );
  const handlings = [
    ...body.coaching.top_moments.flatMap((_, index) => cited(`coaching.top_moments.${index}`)),
    ...(criterionFor({ criteria: judged }, handling)?.quotes ?? []),
  ].filter(({ speaker }) => speaker === agent);
  const objections = kinds.flatMap((kind, index): Objection[] => {
    const [cut] = cited(`objections.outcomes.${index}`);
    if (cut === undefined) return [];
    const quote = inItsSense(cut, answerTo(call, cut)?.before);
    const after = ({ segment_index }: Quote) => segment_index - quote.segment_index;
    const isReply = (one: Quote) => after(one) > 0 && after(one) <= ANSWER_WITHIN;
    const [answer = null] = cited(`objections.answers.${index}`);
    const [reply = null] = cited(`objections.replies.${index}`);
    const isSure = (confidence[index] ?? 0) >= SURE_FROM;
    const isHandled = answer !== null || isWelcomed(call, quote) || handlings.some(isReply);
    return [{ kind, quote, isSure, reply, answer, isHandled }];
  });
  // Nobody misses what the contact thanks for.
  const isPraised = objections.some((one) => one.isSure && (one.answer ?? isWelcomed(call, one.quote)));
  // Nor is anybody told to have asked too little in a call that sold.
  const known =
    (call.speech?.open_questions ?? 0) < MAYBE_OPEN && !codes.includes('sale_made')
      ? judged
      : judged.flatMap(withoutMissedQuestions);
  const praised = isPraised ? known.map(withoutMissedHandling) : known;
  const criteria = improvement_kinds.some(isOptOut) ? praised.filter(isOfFairness) : praised;
  const outcomeQuotes = cited('disposition.outcomes.0');
  const { appointment } = body;
  const stands =
    appointment != null && isPlainlyAgreed({ ...call, agent, outcomeQuotes }, appointment.as_agreed);
  return {
    ...call,
    agent,
    // Who answered is not who was asked for.
    contact: codes.some((code) => answeredByOthers.has(code)) ? '' : body.speakers.client_name,
    rating: body.rating?.outcome ?? null,
    outcomes: codes,
    outcomeQuotes,
    agreed: stands ? appointment.as_agreed : null,
    agreed_at: stands ? appointment.at : null,
    doubted: stands ? null : (appointment?.as_agreed ?? null),
    criteria,
    objections,
    topMoments: remarks(body.coaching.top_moments, 'coaching.top_moments'),
    improvements: remarks(body.coaching.possible_improvements, 'coaching.possible_improvements')
      .map((remark, index) => ({ ...remark, kind: improvement_kinds[index] ?? '' }))
      .filter(showsItself),
    promises: remarks(body.action_items.primary, 'action_items.primary').map((remark, index) => {
      const due = body.action_items.days?.find(
        ({ claim_id }) => claim_id === `action_items.primary.${index}`,
      );
      return due === undefined ? remark : { ...remark, date: due.date };
    }),
    about: aboutOf(body.summary.outcome.summary),
  };
}

/** `David from Sunrise Energy called Paul about solar.` */
function aboutOf(summary: string): string | null {
  const [, about = null] =
    /^[^.?!“"]* called [^.?!“"]*? about ([^.?!“"]+?)(?: and reached [^.]*)?\./.exec(summary) ?? [];
  return about !== null && about.split(' ').length <= MOST_ABOUT ? about : null;
}
const MOST_ABOUT = 6;
