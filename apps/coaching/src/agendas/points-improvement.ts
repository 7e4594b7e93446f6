import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { type CallFacts, type CriterionOfCall, isHandling, type Quote } from '../facts/call-facts.ts';
import { isWelcomed } from '../facts/exchanges-of.ts';
import { isReply, lineOf, placeOfLine } from '../facts/lines-to-say.ts';
import { asks, isHalting, isTelling } from '../facts/readable-quotes.ts';
import {
  type CriterionSummary,
  isCourtesy,
  LEAST_CALLS,
  LEAST_COST,
  nameOf,
  STRONG,
} from '../facts/summarize-criteria.ts';
import { isWorthAnswering, missedIn, occasionIn, replyIn, type Told } from '../facts/telling-quotes.ts';
import {
  contactOf,
  counted,
  dayName,
  decimal,
  percent,
  quoted,
  quotedWithin,
  sentence,
} from '../facts/wording.ts';
import type { Focus } from './agenda-focus.ts';
import { momentOf } from './agenda-questions.ts';
import { type Loss, onDay } from './what-it-cost.ts';

const OPEN_QUESTIONS = 'asked_open_questions';
/** Share of the points of a call to go back to. */
const LOW = 0.5;

/** @param withLine Whether it tells what to say, which the drill does for the first. */
export function pointsImprovement(
  { criterion, calls, since, loss }: Focus,
  withLine: boolean,
): AgendaContent['improvements'][number] {
  const { id, title, points, potential, share, missing, cost } = criterion;
  const missed = missedIn(calls, criterion);
  // What the contact told is where listening and asking are worth most.
  const found =
    missed.length > 0 || !isReply(missing[0]?.indicator) ? undefined : occasionIn(calls, criterion);
  const isLow = found?.call.criteria.some((own) => own.id === id && own.share < LOW) === true;
  const occasion = isLow ? found : undefined;
  const well =
    since !== undefined
      ? `${since}, you`
      : share < STRONG && cost < LEAST_COST
        ? 'It weighs little in the rating: you'
        : 'You';
  const isCounted = criterion.calls >= LEAST_CALLS && share < 1;
  const got = isCounted
    ? [
        `${well} got ${percent(share)} of the points in the ${counted(criterion.calls, 'call')} that show it clearly.`,
      ]
    : [];
  const inCalls = (count: number) =>
    `in ${!isCounted ? counted(count, 'call') : count === criterion.calls ? 'all of them' : `${count} of them`}`;
  // The title says what was missing first.
  const [first, second] = missing;
  const heard = [
    ...(first === undefined || (first.calls === 1 && !isCounted) ? [] : [`Missing ${inCalls(first.calls)}.`]),
    ...(second === undefined ? [] : [`Also missing: ${second.phrase} ${inCalls(second.calls)}.`]),
  ];
  const shown = missed.slice(0, 2);
  const { text, told, call } = example(calls, criterion, { missed: shown[0], occasion, loss });
  const where = `the call with ${contactOf(call)} on ${dayName(call.occurred_at)}`;
  const named = missing.length === 0 ? `: ${where}` : ` (missing in ${where})`;
  // One call tells it better than its share of the points.
  const isOnce =
    loss?.call === call && loss.isAddition !== true && missed.length === 0 && (first?.calls ?? 0) <= 1;
  return {
    ...{ criterion_id: id, criterion: title, title: `${nameOf(criterion)}${named}` },
    text: [
      ...(isOnce ? [loss.text] : [...got, ...heard, withLossOf(text, loss, call)]),
      ...(withLine ? lineToSay(criterion, text, call) : []),
    ]
      .join(' ')
      .trim(),
    // Not rounded: what is compared later is a share of them.
    figures: { points, potential, calls: criterion.calls },
    // Of every call with words in the text: they go when the call is erased.
    moments: [...(shown.length > 0 ? shown : told), ...(loss === undefined ? [] : [loss])].map(
      ({ call, quote }) => momentOf(call, quote),
    ),
  };
}

/** What the contact said comes before the advice: `Samuel asked and got "…". After that Samuel said “…” Give a range.` */
function withLossOf(text: string, loss: Loss | undefined, call: CallFacts): string {
  if (loss === undefined) return text;
  if (loss.call !== call) return loss.isAddition === true ? text : `${text} ${onDay(loss)}`;
  // The words of the call say more than a hint at it.
  if (loss.isAddition !== true) return /^Go back\b/.test(text) ? loss.text : text;
  const [, told, advice] = /^(.*?["”][.?!]?\.?) ((?:Give|Say|Ask|Leave|Name)\b.*)$/s.exec(text) ?? [];
  return told === undefined ? `${text} ${loss.text}` : `${told} ${loss.text} ${advice}`;
}

/** In place of what was missed; advice has one of its own. */
function lineToSay({ missing }: CriterionSummary, text: string, { user_id }: CallFacts): string[] {
  const indicator = missing[0]?.indicator;
  if (indicator === undefined || /\b(?:Say|Ask first|Give|Leave out)\b/.test(text)) return [];
  return [`You could say: “${lineOf(indicator, user_id)}”`];
}

type Place = Pick<Told, 'call' | 'quote'>;

/** A call to go back to, which the title names, in its own words: no two agents are told the same. */
function example(
  calls: readonly CallFacts[],
  { id, missing }: CriterionSummary,
  {
    missed,
    occasion,
    loss,
  }: { missed: Told | undefined; occasion: Place | undefined; loss: Loss | undefined },
): { text: string; told: Place[]; call: CallFacts } {
  const scored = calls.flatMap((call) => {
    const own = call.criteria.find((one) => one.id === id);
    return own === undefined ? [] : [{ call, own }];
  });
  if (missed !== undefined) {
    const { call, quote, claim } = missed;
    if (call.improvements.some(({ text }) => text === claim))
      return { text: sentence(claim), told: [missed], call };
    const own = scored.find((one) => one.call === call)?.own;
    const result =
      own === undefined
        ? ''
        : ` Your answers to objections in that call got ${decimal(own.score)} of ${decimal(own.potential)} points.`;
    return { text: `${sentence(`${contactOf(call)} said ${quoted(quote)}`)}${result}`, told: [missed], call };
  }
  const wanted = missing[0]?.indicator;
  const lacks = ({ own }: (typeof scored)[number]) =>
    own.missed.some(({ indicator }) => indicator === wanted);
  const hasWords = ({ call, own }: (typeof scored)[number]) =>
    (wanted === OPEN_QUESTIONS ? closedQuestion(call) : shownOf(call, own)) != null;
  const [worst] = scored.toSorted(
    (a, b) =>
      Number(b.call === loss?.call) - Number(a.call === loss?.call) ||
      Number(b.call === occasion?.call) - Number(a.call === occasion?.call) ||
      Number(lacks(b)) - Number(lacks(a)) ||
      Number(hasWords(b)) - Number(hasWords(a)) ||
      a.own.share - b.own.share ||
      b.call.occurred_at.localeCompare(a.call.occurred_at),
  );
  if (worst === undefined) throw new Error(`No call shows ${id}`);
  const { call, own } = worst;
  const got = `where you got ${decimal(own.score)} of ${decimal(own.potential)} points for ${own.title.toLowerCase()}`;
  if (own.share === 1) return { text: '', told: beginningOf(call), call };
  const asked = wanted === OPEN_QUESTIONS ? closedQuestion(call) : null;
  if (asked !== null) {
    const question = `There you asked “${asked}”, which a word or a number answers.`;
    return { text: `Go back to that call, ${got}. ${question}`, told: beginningOf(call), call };
  }
  const met = isHandling(wanted) ? answeredIn(call) : undefined;
  if (met !== undefined) {
    const said = `there ${contactOf(call)} said ${quotedWithin(met.quote)}, and you went on with ${quoted(met.reply)}`;
    return {
      text: sentence(`Go back to that call, ${got}: ${said}`),
      told: [{ call, quote: met.quote }],
      call,
    };
  }
  if (occasion !== undefined) {
    const said = `there ${contactOf(call)} said ${quoted(occasion.quote)}`;
    return { text: sentence(`Go back to that call, ${got}: ${said}`), told: [occasion], call };
  }
  const back = `Go back to the call with ${contactOf(call)}, ${got}.`;
  // What was heard of it stands beside what was missing; other words of the call would show neither.
  const shown = shownOf(call, own);
  // How an opening went is told by what came back, where it cost something.
  if (shown === undefined || placeOfLine(wanted) === 'beginning')
    return { text: back, told: beginningOf(call), call };
  const heard = shown.did === undefined ? 'you said' : `you ${shown.did}`;
  return {
    text: sentence(`${back} There ${heard}: ${quoted(shown)}`),
    told: [{ call, quote: shown }],
    call,
  };
}

/** An objection with what the agent said next, unless that asks back. */
function answeredIn(call: CallFacts): { quote: Quote; reply: Quote } | undefined {
  return call.objections
    .filter((one) => isWorthAnswering(one) && !isWelcomed(call, one.quote))
    .map(({ quote }) => ({ quote, reply: replyIn(call, quote) }))
    .find((met): met is { quote: Quote; reply: Quote } => met.reply !== null && !asks(met.reply));
}

/** What was heard of a criterion, unless it is a courtesy. */
function shownOf({ agent }: CallFacts, { quotes }: CriterionOfCall) {
  return quotes.find((quote) => quote.speaker === agent && isTelling(quote) && !isCourtesy(quote.indicator));
}

/** A question about the contact's situation; what is asked to write something down has no better form. */
function closedQuestion({ closed_question }: CallFacts): string | null {
  const asked = closed_question?.trim() ?? '';
  const isOpen = /\b(?:what|why)\b|\bhow (?!many|much|old|long|often|big|bad|far)/i.test(asked);
  const isClerical =
    /\b(?:road|street|avenue|still (?:at|on)|name|number|card|code|address|account|e-?mail|hello)\b|\.\.\.|…/i.test(
      asked,
    );
  return !asked.endsWith('?') || isHalting({ quote: asked }) || isOpen || isClerical
    ? null
    : asked.replaceAll(/["“”]/g, "'");
}

/** The first words of the agent that are kept of a call: from there it is listened to. */
function beginningOf(call: CallFacts): Place[] {
  const { agent, topMoments, promises, improvements, criteria } = call;
  return [...criteria, ...topMoments, ...promises, ...improvements]
    .flatMap(({ quotes }) => quotes)
    .filter(({ speaker }) => speaker === agent)
    .toSorted((a, b) => a.segment_index - b.segment_index)
    .slice(0, 1)
    .map((quote) => ({ call, quote }));
}
