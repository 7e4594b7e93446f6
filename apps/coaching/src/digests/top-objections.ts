import { pushesBack } from '../agendas/what-it-cost.ts';
import { objectionLabels, unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import { thanksIn, welcomes } from '../engines/findings/welcomes.ts';
import { type CallFacts, criterionFor, handled, type Objection } from '../facts/call-facts.ts';
import { handling, isHandling, type Quote, type ShownQuote } from '../facts/criterion-of-call.ts';
import { saidAfter } from '../facts/exchanges-of.ts';
import { wantsNoCalls } from '../facts/judged-fairly.ts';
import { isSettled } from '../facts/objections-met.ts';
import { asks, isCut, isTelling, isWhole, objects, takesUp } from '../facts/readable-quotes.ts';
import { isUnfair, statementsFirst, type Told } from '../facts/telling-quotes.ts';
import { tellWonOver, type WonOver, wonOverIn } from '../facts/won-over.ts';
import {
  callsOfAgents,
  contactOf,
  dayName,
  firstName,
  quoted,
  quotedWithin,
  sentence,
} from '../facts/wording.ts';

export interface TopObjection {
  readonly label: string;
  /** Calls with it. */
  readonly count: number;
  /** Whose calls, by day. */
  readonly where: string;
  readonly best_answer: string | null;
  readonly told: readonly Told[];
  /** An answer that the contact thanked for. */
  readonly model?: { readonly name: string; readonly quote: string };
}

const MOST = 3;
const LEAST_CALLS = 2;

/**
 * The kinds of objection that came up in most calls, with an answer that the contact took, else one that earned points, in
 * the call that handled its objections best.
 */
export function topObjections(
  calls: readonly CallFacts[],
  names: ReadonlyMap<string, string>,
): TopObjection[] {
  const raised = calls.flatMap((call) =>
    call.objections
      .filter((objection) => !isSettled(call, objection) && !wantsNoCalls(call, objection.quote))
      .map((objection) => ({ call, objection })),
  );
  const won = calls.filter((call) => !isUnfair(call)).flatMap((call) => wonOverIn(call) ?? []);
  return (
    [...Map.groupBy(raised, ({ objection }) => objection.kind)]
      .map(([label, ofKind]) => ({ label, ofKind, taken: won.filter((one) => kindOf(one) === label) }))
      .map(({ label, ofKind, taken }) => {
        const own = calls.filter((call) => [...ofKind, ...taken].some((one) => one.call === call));
        return { label, ofKind, taken, count: own.length, where: callsOfAgents(own) };
      })
      .filter(({ label, count }) => label !== unnamedKind && count >= LEAST_CALLS)
      .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))
      .map(({ label, ofKind, taken, count, where }) => ({
        ...{ label, count, where },
        ...(bestTaken(taken, names) ?? bestAnswer(ofKind, names)),
      }))
      // A kind alone tells nobody what was said.
      .filter(({ told }) => told.length > 0)
      .slice(0, MOST)
  );
}

/** What an objection that was won over is about: as the call has it, or by words that name money. */
function kindOf({ call, objection }: WonOver): string | undefined {
  const own = call.objections.find(({ quote }) => quote.segment_index === objection.segment_index)?.kind;
  if (own !== undefined && own !== unnamedKind) return own;
  return OF_MONEY.test(objection.quote) || /\btoo much\b/i.test(objection.quote)
    ? objectionLabels.price
    : undefined;
}

/** Heard or asked about, answered and taken: nothing shows others better how it is done. */
function bestTaken(
  taken: readonly WonOver[],
  names: ReadonlyMap<string, string>,
): Pick<TopObjection, 'best_answer' | 'told' | 'model'> | undefined {
  const isAsked = ({ first, answer }: WonOver) => Number(answer !== undefined && asks(first));
  const [best] = taken.toSorted(
    (a, b) => isAsked(b) - isAsked(a) || (b.call.rating ?? 0) - (a.call.rating ?? 0),
  );
  if (best === undefined) return undefined;
  const { call, objection, first, answer = first } = best;
  const name = firstName(names.get(call.user_id) ?? call.agent);
  return {
    best_answer: tellWonOver(best, name),
    model: { name, quote: answer.quote },
    told: [
      { call, quote: objection, claim: 'The objection' },
      { call, quote: answer, claim: 'Its answer' },
    ],
  };
}

type Raised = { call: CallFacts; objection: Objection };
type Answered = Raised & { answer: Quote };

function answeredWell({ call, objection }: Raised): Answered[] {
  const { quote, answer, reply = null } = objection;
  if (!isPlain(objection) || !isTelling(quote) || isUnfair(call)) return [];
  const after = saidAfter(call, quote);
  // What came back harder was not answered best.
  if (after !== null && pushesBack(after)) return [];
  const isThanked = after !== null && welcomes(after);
  const given =
    answer ??
    (reply !== null && (isThanked || earnedPoints(call, reply) || ledOn(reply, after)) ? reply : null);
  if (given === null || !isTelling(given) || GIVES_WAY.test(wordsAfter(call, quote))) return [];
  return [{ call, objection, answer: given }];
}

/** Whose answer to a price is another price teaches others to give it. */
const GIVES_WAY =
  /\b(?:I can do|I(?:['’]ll| will) (?:do|take|throw in|knock)|knock (?:off|\w+ off)|take \w+ (?:percent|dollars|hundred) off|\w+ percent off|discount|for free|throw in)\b/i;

/** What the agent said to an objection and right after the answer to it. */
function wordsAfter(call: CallFacts, objection: Quote): string {
  const at = objection.segment_index;
  const near = criterionFor(call, handling)?.quotes ?? [];
  const own = near.filter(
    ({ speaker, segment_index }) =>
      speaker === call.agent && segment_index > at && segment_index <= at + NEAR,
  );
  return own.map(({ quote }) => quote).join(' ');
}
const NEAR = 4;

/** Sure, or of a price in words that name money. */
function isPlain({ isSure, kind, quote }: Objection): boolean {
  return isSure || (kind === objectionLabels.price && objects(quote) && OF_MONEY.test(quote.quote));
}
const OF_MONEY =
  /[$€£]|\b(?:pay(?:ing|s)?|paid|costs?|price[sd]?|money|afford|expensive|cheap(?:er)?|dollars?|euros?|pounds?|quid|bucks?|grand|thousand|hundred|budget)\b/i;

function isQuestion(answer: Quote): boolean {
  return asks(answer) && !/[.?!] /.test(answer.quote.trim());
}

/** A question, or words that show it was heard, after which the contact went on and did not push back. */
function ledOn(reply: Quote, after: string | null): boolean {
  return after !== null && (asks(reply) || takesUp(reply)) && isWhole({ quote: after }) && !pushesBack(after);
}

/** Whether these very words did, or words that show that it was heard in a call that lost none. */
function earnedPoints(call: CallFacts, reply: Quote): boolean {
  const criterion = criterionFor(call, handling);
  if (criterion === undefined) return false;
  const isOwn = ({ speaker, segment_index, indicator }: ShownQuote) =>
    speaker === call.agent && segment_index === reply.segment_index && isHandling(indicator);
  return criterion.quotes.some(isOwn) || (criterion.share === 1 && takesUp(reply));
}

/** What the contact took before what earned points, and what is whole before what is cut. */
function rank({ objection: { quote, answer: taken, isSure }, answer }: Answered): number {
  return 3 * Number(taken === null) + 2 * Number(!isSure) + Number(isCut(quote)) + Number(isCut(answer));
}

function bestAnswer(
  ofKind: readonly Raised[],
  names: ReadonlyMap<string, string>,
): Pick<TopObjection, 'best_answer' | 'told' | 'model'> {
  const [best] = ofKind
    .flatMap(answeredWell)
    .sort((a, b) => rank(a) - rank(b) || handled(b.call) - handled(a.call));
  if (best === undefined) {
    const told = ofKind
      .filter(({ objection }) => isPlain(objection) && isTelling(objection.quote) && objects(objection.quote))
      .map(({ call, objection: { quote } }) => ({ call, quote, claim: 'The objection' }));
    return { best_answer: null, told: statementsFirst(told).slice(0, 1) };
  }
  const { call, objection, answer } = best;
  const name = firstName(names.get(call.user_id) ?? call.agent);
  const after = saidAfter(call, objection.quote);
  const thanked = after !== null && welcomes(after);
  const met = `When ${contactOf(call)} said on ${dayName(call.occurred_at)} ${quotedWithin(objection.quote)}, ${name} ${isQuestion(answer) ? 'asked' : 'answered'}`;
  const came = after === null || !isWhole({ quote: after }) ? null : thanked ? thanksIn(after) : after;
  const best_answer =
    came === null
      ? `${met} ${quoted(answer)}`
      : `${met} ${quotedWithin(answer)}, and ${contactOf(call)} said ${quoted({ quote: came })}`;
  return {
    best_answer: sentence(best_answer),
    ...(thanked ? { model: { name, quote: answer.quote } } : {}),
    told: [
      { call, quote: objection.quote, claim: 'The objection' },
      { call, quote: answer, claim: 'Its answer' },
    ],
  };
}
