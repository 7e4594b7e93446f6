import { type AdviceKind, indicatorsOfAdvice } from '../engines/findings/feedback/advice-kinds.ts';
import { noTimeKind, unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import type { CallFacts, Objection } from './call-facts.ts';
import { type CriterionOfCall, missedHandling, type Quote, type ShownQuote } from './criterion-of-call.ts';
import { reachesStep } from './days-agreed.ts';
import { isAgreedTo } from './exchanges-of.ts';
import { isPoorExample } from './is-poor-example.ts';
import { isOptOut, wantsNoCalls } from './judged-fairly.ts';
import {
  asks,
  isClosedQuestion,
  isCut,
  isHalting,
  isTelling,
  isWhole,
  namesOthers,
  onlyConfirms,
  pointsElsewhere,
  takesUp,
} from './readable-quotes.ts';
import { type CriterionSummary, isCourtesy } from './summarize-criteria.ts';
import { firstName } from './wording.ts';

/** What is shown of a criterion, with what it says in the rubric. */
export type Shown = Told & { readonly quote: ShownQuote };

/** A quote with the call it is from. */
export interface Told {
  readonly call: CallFacts;
  readonly quote: Quote;
  readonly claim: string;
}

const LOW = 0.5;
const HIGH = 0.75;

/**
 * Where a criterion was met, by what earns most of its points, in the calls with the highest share of them; of
 * different agents first.
 * @param indicator The only one that is to be shown.
 */
export function shownIn(
  calls: readonly CallFacts[],
  { id }: Pick<CriterionSummary, 'id'>,
  indicator?: string,
): Shown[] {
  const met = calls.flatMap((call) => {
    const criterion = call.criteria.find((one) => one.id === id);
    if (criterion === undefined || criterion.share < LOW || isUnfair(call)) return [];
    const own = criterion.quotes.filter(
      (one) => one.speaker === call.agent && (indicator === undefined || one.indicator === indicator),
    );
    return (
      own
        .filter((one) => isTelling(one) && !onlyConfirms(one) && !isCourtesy(one.indicator))
        .filter((one) => !isUnheard(one))
        .filter(
          (one) => !answersUnseen(one) && (!isAboutAsking(one) || (asks(one) && !isClosedQuestion(one))),
        )
        .filter((one) => !isPoorExample(call, one))
        // What was turned down shows nobody how a step is proposed.
        .filter((one) => one.indicator !== 'proposed_next_step' || reachesStep(call))
        .map((quote) => ({
          ...{ call, quote, share: criterion.share, points: quote.points ?? 0 },
          claim: didOf(call, criterion, quote) ?? criterion.title,
        }))
    );
  });
  const best = met.sort(
    (a, b) =>
      Number(isCut(a.quote)) - Number(isCut(b.quote)) ||
      Number(isUnexplained(a)) - Number(isUnexplained(b)) ||
      Number(isAgreedTo(b.call, b.quote)) - Number(isAgreedTo(a.call, a.quote)) ||
      Number(isHalting(a.quote)) - Number(isHalting(b.quote)) ||
      Number(pointsElsewhere(a.quote)) - Number(pointsElsewhere(b.quote)) ||
      b.points - a.points ||
      (b.call.rating ?? 0) - (a.call.rating ?? 0) ||
      b.share - a.share ||
      b.quote.quote.length - a.quote.quote.length,
  );
  return spread(best);
}

/** Names somebody whom only the call explains. */
export function isUnexplained({ call: { agent, contact }, quote }: Pick<Told, 'call' | 'quote'>): boolean {
  return namesOthers(quote, [agent, contact]);
}

/** Of listening, words that do not say that anything was heard. */
function isUnheard(quote: ShownQuote): boolean {
  return quote.indicator === 'showed_understanding' && !takesUp(quote);
}

/** A figure or an answer is good where it was asked for, and the question is not known here. */
export function answersUnseen({ indicator }: ShownQuote): boolean {
  return indicator === 'answered_price' || indicator === 'answered_questions';
}

/** `I've heard that, and I'm sorry` may lead to an answer as a question does, and shows nobody how to ask. */
function isAboutAsking({ indicator }: ShownQuote): boolean {
  return indicator === 'asked_open_questions' || indicator === 'followed_up' || indicator === 'asked_first';
}

/** Nothing of a call that pushed or frightened is an example to others. */
export function isUnfair({ criteria }: CallFacts): boolean {
  return criteria.some(({ missed }) =>
    missed.some(({ indicator }) => indicator === 'stayed_fair' || indicator === 'respected_no'),
  );
}

/** `Ann gave a figure`, from what the words show, else from all that the criterion was given points for. */
function didOf({ agent }: CallFacts, { heard }: CriterionOfCall, { did }: ShownQuote): string | null {
  const own = did === undefined ? heard?.replace(/^You /, '') : did;
  if (own === undefined) return null;
  return `${firstName(agent)} ${own.replaceAll(/\byour\b/g, 'their').replaceAll(/\byou\b/g, 'they')}`;
}

/** Where it was met most fully, by the words that show what is missing elsewhere. */
export function bestOf(calls: readonly CallFacts[], criterion: CriterionSummary): Told | undefined {
  const wanted = criterion.missing[0]?.indicator;
  const full = calls.filter((call) =>
    call.criteria.some(
      ({ id, share, missed }) =>
        id === criterion.id && share >= HIGH && !missed.some(({ indicator }) => indicator === wanted),
    ),
  );
  return shownIn(full, criterion, wanted)[0];
}

/** What the agent said right after an objection; null where it is not known or tells nothing. */
export function replyIn({ objections }: CallFacts, { segment_index, quote }: Quote): Quote | null {
  const own = objections.find(
    (one) => one.quote.segment_index === segment_index && one.quote.quote === quote,
  );
  const reply = own?.reply ?? null;
  return reply !== null && isWhole(reply) ? reply : null;
}

/** Where a criterion was missed: what the advice is about, else the objection that was to be answered. */
export function missedIn(calls: readonly CallFacts[], summary: CriterionSummary): Told[] {
  const { id } = summary;
  const low = calls
    .flatMap((call) => {
      const criterion = call.criteria.find((one) => one.id === id && one.share < LOW);
      return criterion === undefined ? [] : [{ call, criterion }];
    })
    .sort((a, b) => a.criterion.share - b.criterion.share);
  const objected = low.flatMap(({ call, criterion }) => {
    const missed = missedHandling(criterion);
    if (missed === undefined) return [];
    return call.objections
      .filter((one) => isWorthAnswering(one) && !one.isHandled && !wantsNoCalls(call, one.quote))
      .map(({ kind, quote }) => ({ ...{ call, quote, kind }, claim: `Missing: ${missed.text}` }));
  });
  const often = (wanted: string) =>
    wanted === unnamedKind ? 1 : objected.filter(({ kind }) => kind === wanted).length;
  // What comes up most is worth most practice.
  const typical = statementsFirst(objected.toSorted((a, b) => often(b.kind) - often(a.kind)));
  return spread([...advisedIn(calls, summary), ...typical.map(({ kind: _, ...told }) => told)]);
}

/** Advice that a call got on what a criterion looks for, unless the call met it; where it met least first. */
export function advisedIn(
  calls: readonly CallFacts[],
  { id, indicators, missing }: Pick<CriterionSummary, 'id' | 'indicators' | 'missing'>,
): Told[] {
  // What was missing most is shown by advice on that.
  const first = missing.slice(0, 1).map(({ indicator }) => indicator);
  const shareIn = ({ criteria }: CallFacts) => criteria.find((one) => one.id === id)?.share ?? 0;
  return calls
    .filter((call) => shareIn(call) < LOW)
    .toSorted((a, b) => shareIn(a) - shareIn(b))
    .flatMap((call) =>
      call.improvements
        .filter(({ kind }) => isAbout(indicators, kind))
        .toSorted((a, b) => Number(isAbout(first, b.kind)) - Number(isAbout(first, a.kind)))
        .flatMap(({ kind, text, quotes }) =>
          quotes.slice(-1).map((quote) => ({ call, quote, claim: text, isGrave: isOptOut(kind) })),
        ),
    )
    .toSorted(
      (a, b) => Number(b.isGrave) - Number(a.isGrave) || Number(isCut(a.quote)) - Number(isCut(b.quote)),
    )
    .map(({ isGrave: _, ...told }) => told);
}

/** What the first advice on a criterion is an example of. */
export function advisedIndicator(
  calls: readonly CallFacts[],
  criterion: Pick<CriterionSummary, 'id' | 'indicators' | 'missing'>,
): string | undefined {
  const [told] = advisedIn(calls, criterion);
  const kind = told === undefined ? undefined : adviceKindOf(told);
  return indicatorsOfAdvice[kind as AdviceKind]?.find((one) => criterion.indicators.includes(one));
}

/** Undefined where what is told is no advice, or was stored before advice had kinds. */
export function adviceKindOf({ call, claim }: Told): string | undefined {
  return call.improvements.find(({ text }) => text === claim)?.kind;
}

/** Whether advice of a kind is about what a criterion looks for. */
function isAbout(indicators: readonly string[], kind: string): boolean {
  const about: readonly string[] = indicatorsOfAdvice[kind as AdviceKind] ?? [];
  return indicators.some((one) => about.includes(one));
}

/** Sure, told in enough words, and about more than the hour. */
export function isWorthAnswering({ kind, isSure, quote }: Objection): boolean {
  return isSure && kind !== noTimeKind && isTelling(quote);
}

/** A quote alone, as digests and agendas store it. */
export function placeOf({ segment_index, quote, start_time, speaker }: Quote): Quote {
  return { segment_index, quote, start_time, speaker };
}

/** A question may want to know, a statement objects; what is cut or halting is told last of each. */
export function statementsFirst<T extends Pick<Told, 'quote'>>(told: readonly T[]): T[] {
  const rank = ({ quote }: T) => 2 * Number(asks(quote)) + Number(isCut(quote) || isHalting(quote));
  return told.toSorted((a, b) => rank(a) - rank(b));
}

/** One of each agent before a second one, and one of each call. */
function spread<T extends Told>(told: readonly T[]): T[] {
  const agents = new Set<string>();
  const calls = new Set<string>();
  const [first, later]: [T[], T[]] = [[], []];
  for (const one of told) {
    const { recording_id, user_id } = one.call;
    if (calls.has(recording_id)) continue;
    calls.add(recording_id);
    (agents.has(user_id) ? later : first).push(one);
    agents.add(user_id);
  }
  return [...first, ...later];
}
