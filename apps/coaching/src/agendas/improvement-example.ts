import type { CallFacts } from '../facts/call-facts.ts';
import { type CriterionOfCall, isHandling, type Quote } from '../facts/criterion-of-call.ts';
import { agentsWords, exchangesOf, isWelcomed } from '../facts/exchanges-of.ts';
import { firstWords } from '../facts/first-words.ts';
import { placeOfLine } from '../facts/lines-to-say.ts';
import { asks, isHalting, isTelling } from '../facts/readable-quotes.ts';
import { type CriterionSummary, isCourtesy } from '../facts/summarize-criteria.ts';
import { isUnexplained, isWorthAnswering, replyIn, type Told } from '../facts/telling-quotes.ts';
import { contactOf, NAMELESS_CONTACT, quoted, quotedWithin, sentence } from '../facts/wording.ts';
import { beginsWith, type Loss } from './what-it-cost.ts';

const OPEN_QUESTIONS = 'asked_open_questions';

/** One question is not worth counting. */
const LEAST_ASKED = 2;

type Place = Pick<Told, 'call' | 'quote'>;

/** A call to go back to, which the title names, in its own words: no two agents are told the same. */
export function example(
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
    return { text: sentence(`${contactOf(call)} said ${quoted(quote)}`), told: [missed], call };
  }
  const wanted = missing[0]?.indicator;
  const lacks = ({ own }: (typeof scored)[number]) =>
    own.missed.some(({ indicator }) => indicator === wanted);
  const hasWords = ({ call, own }: (typeof scored)[number]) =>
    (wanted === OPEN_QUESTIONS ? closedQuestion(call) : shownOf(call, own)) != null;
  const isFirstCall = ({ own }: (typeof scored)[number]) =>
    placeOfLine(wanted) === 'beginning' &&
    own.indicators.includes('introduced_company') &&
    !own.missed.some(({ indicator }) => indicator === 'introduced_company');
  const [worst] = scored.toSorted(
    (a, b) =>
      Number(b.call === loss?.call) - Number(a.call === loss?.call) ||
      Number(b.call === occasion?.call) - Number(a.call === occasion?.call) ||
      Number(lacks(b)) - Number(lacks(a)) ||
      // To somebody who is called for the first time it matters most.
      Number(isFirstCall(b)) - Number(isFirstCall(a)) ||
      Number(hasWords(b)) - Number(hasWords(a)) ||
      a.own.share - b.own.share ||
      b.call.occurred_at.localeCompare(a.call.occurred_at),
  );
  if (worst === undefined) throw new Error(`No call shows ${id}`);
  const { call, own } = worst;
  const there = contactOf(call) === NAMELESS_CONTACT ? 'In that call' : `In the call with ${contactOf(call)}`;
  if (own.share === 1) return { text: '', told: beginningOf(call), call };
  const asked = wanted === OPEN_QUESTIONS ? closedQuestion(call) : null;
  if (asked !== null)
    return {
      text: `${there} you asked “${asked}”, which a word or a number answers.`,
      ...{ told: beginningOf(call), call },
    };
  const many = Math.round(call.speech?.closed_questions ?? 0);
  if (wanted === OPEN_QUESTIONS && many >= LEAST_ASKED)
    return {
      text: `${there} you asked about ${many} questions, none of them an open one.`,
      ...{ told: beginningOf(call), call },
    };
  const met = isHandling(wanted) ? answeredIn(call) : undefined;
  if (met !== undefined) {
    const said = `${contactOf(call)} said ${quotedWithin(met.quote)}, and you went on with ${quoted(met.reply)}`;
    return { text: sentence(said), told: [{ call, quote: met.quote }], call };
  }
  if (occasion?.call === call) {
    const said = sentence(`${contactOf(call)} said ${quoted(occasion.quote)}`);
    return { text: said, told: [occasion], call };
  }
  if (placeOfLine(wanted) === 'beginning') {
    const [began] = exchangesOf(call, 'beginning').map((one) => agentsWords(call, one));
    if (began === undefined) return { text: '', told: beginningOf(call), call };
    const first = own.quotes.find(
      ({ speaker, segment_index }) => speaker === call.agent && segment_index < began.segment_index,
    );
    const said =
      first === undefined
        ? `you ${beginsWith(began)} ${quoted(began)}`
        : isUnexplained({ call, quote: began })
          ? `you said ${quotedWithin(first)} and went straight on`
          : `you said ${quotedWithin(first)} and then ${quoted(began)}`;
    return { text: sentence(`${there} ${said}`), told: [{ call, quote: began }], call };
  }
  // What was heard of it stands beside what was missing; other words of the call would show neither.
  const shown = shownOf(call, own);
  if (shown === undefined) return { text: '', told: beginningOf(call), call };
  const heard = shown.did === undefined ? 'you said' : `you ${shown.did}`;
  return { text: sentence(`${there} ${heard}: ${quoted(shown)}`), told: [{ call, quote: shown }], call };
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
  // `Is that you talking, or the two metres?` lets the contact tell.
  const isOpen = /\b(?:what|why|or)\b|\bhow (?!many|much|old|long|often|big|bad|far)/i.test(asked);
  const isClerical =
    /\b(?:road|street|avenue|still (?:at|on)|name|number|card|code|address|account|e-?mail|hello)\b|\.\.\.|…/i.test(
      asked,
    );
  return !asked.endsWith('?') || isHalting({ quote: asked }) || isOpen || isClerical
    ? null
    : asked.replaceAll(/["“”]/g, "'");
}

function beginningOf(call: CallFacts): Place[] {
  return firstWords(call).map((quote) => ({ call, quote }));
}
