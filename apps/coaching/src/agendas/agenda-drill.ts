import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { isHandling } from '../facts/criterion-of-call.ts';
import { saidAfter } from '../facts/exchanges-of.ts';
import {
  isReply,
  lineFor,
  lineForObjection,
  lineOf,
  placeOfLine,
  timeForLine,
} from '../facts/lines-to-say.ts';
import { occasionIn } from '../facts/occasion-in.ts';
import { asks, isCut, isWhole, objects } from '../facts/readable-quotes.ts';
import { callsMissing } from '../facts/summarize-criteria.ts';
import { adviceKindOf, advisedIndicator, missedIn } from '../facts/telling-quotes.ts';
import {
  capitalized,
  contactOf,
  dayName,
  daysNamed,
  isTooLong,
  quoted,
  quotedWithin,
  sentence,
  variantOf,
} from '../facts/wording.ts';
import type { Focus } from './agenda-focus.ts';
import { momentOf } from './agenda-questions.ts';
import { withSaidBack } from './said-back.ts';
import { pushesBack } from './what-it-cost.ts';

const MOST_DAYS = 3;

/**
 * What to practise of what costs most: a line to say, in answer to words of a call where these show it.
 * @param said What else the agenda says.
 */
export function agendaDrill(
  { calls, criterion, passed, loss, line: ownLine }: Focus,
  said: string,
): NonNullable<AgendaContent['drill']> {
  const indicator = criterion.missing[0]?.indicator ?? advisedIndicator(calls, criterion);
  // The newest first: what is still open, and not what was met otherwise since.
  const candidates = passed ?? missedIn(calls, criterion);
  // What begins within a sentence is hard to read out.
  const told = candidates.find(({ quote }) => !isCut(quote)) ?? candidates[0];
  // The words that the improvement tells.
  const heard = passed === undefined && loss !== undefined && loss.quote.speaker !== loss.call.agent;
  const cue = heard && isReply(indicator) && !isCut(loss.quote) ? loss : undefined;
  const missed = cue ?? told ?? (isReply(indicator) ? occasionIn(calls, criterion) : undefined);
  const place = placeOfLine(indicator);
  if (missed === undefined && loss !== undefined && place === 'beginning')
    return {
      text: `Let a colleague answer the telephone and be as short as ${contactOf(loss.call)} was. Say who you are, then this line, and wait for the answer. Do it five times, and then the next three times you call unannounced.`,
      say: lineOf(indicator, loss.call.user_id),
      moment: momentOf(loss.call, loss.quote),
    };
  if (
    missed === undefined &&
    loss !== undefined &&
    indicator === 'asked_open_questions' &&
    ownLine === undefined
  )
    return {
      text: `To ${contactOf(loss.call)} you ${asks(loss.quote) ? 'asked' : 'said'} ${sentence(quoted(loss.quote))} Ask for the same in three other ways, each with “what” or “how”, aloud. Then ask one such question early in each of your next three calls, as here:`,
      say: lineOf(indicator, loss.call.user_id),
      moment: momentOf(loss.call, loss.quote),
    };
  if (missed === undefined)
    return {
      text: [alone(place, indicator), ...whereMissed(calls, criterion)].join(' '),
      say: ownLine ?? lineOf(indicator, calls[0]?.user_id ?? ''),
      moment: null,
    };
  const { call, quote } = missed;
  const objection = call.objections.find((one) => one.quote.segment_index === quote.segment_index);
  const isNamedKind = objection !== undefined && objection.kind !== unnamedKind && objects(quote);
  // A line for the kind shows as well that it was heard, where the words do object.
  const isAnswer = indicator === undefined || isHandling(indicator) || (isNamedKind && isReply(indicator));
  const advice = told === undefined || cue !== undefined ? undefined : adviceKindOf(told);
  const line =
    (advice === undefined ? undefined : lineIn(missed)) ??
    (isAnswer ? lineForObjection(objection?.kind, indicator) : lineFor(indicator, advice));
  const name = contactOf(call);
  // What came back is what is still to be answered.
  const after = passed === undefined ? null : saidAfter(call, quote);
  const isOpen = after !== null && pushesBack(after) && isWhole({ quote: after }) && !isTooLong(after);
  const open = isOpen ? { quote: after } : quote;
  const own = sentence(quoted(open));
  const when = advice?.startsWith('opt_out')
    ? 'somebody wants no more calls'
    : timeForLine(isAnswer ? objection?.kind : undefined, indicator);
  const time = `the next three times ${when}`;
  const say = quote.speaker === call.agent ? line : withSaidBack(line, open.quote);
  // A line that only announces a figure would train the next evasion.
  const five = say.includes('…') ? 'with your own figures in it, five times' : 'five times';
  // Two agents of a team are not told to practise in the same words.
  const isTold = said.includes(quoted(quote).replace(/[.?!]?”$/, ''));
  const day = dayName(call.occurred_at);
  // A line that says back what was heard fits nothing else.
  const then =
    say === line
      ? `Then use it ${time}`
      : `${capitalized(time)}, say back what you heard in the same way, and ask`;
  const texts =
    quote.speaker === call.agent && isTold
      ? [
          `In place of your words to ${name} on ${day} say this line, aloud, ${five}, and then use it ${time}.`,
          `Say this line aloud in place of your words to ${name} on ${day}, ${five}. Use it ${time}.`,
        ]
      : quote.speaker === call.agent
        ? [
            `To ${name} you said ${own} Say this line instead, aloud, ${five}, and then use it ${time}.`,
            `Where you said ${quotedWithin(quote)} to ${name}, say this line aloud instead, ${five}. Use it ${time}.`,
          ]
        : [
            `Let a colleague read out what ${name} said: ${own} Answer with this line, and wait, five times. ${then}.`,
            `A colleague plays ${name} and says ${own} Answer five times with this line, and wait each time. ${then}.`,
          ];
  const text = texts[variantOf(call.user_id, texts.length)] ?? '';
  return { text, say, moment: momentOf(call, quote) };
}

/** What the advice tells to say: the drill is of no other line. */
function lineIn(missed: object): string | undefined {
  const claim = 'claim' in missed ? String(missed.claim) : '';
  const [, line] = /\b(?:[Ss]ay|[Aa]sk|Ask first:) ["“]([^"”]+)["”]/.exec(claim) ?? [];
  return line === undefined ? undefined : sentence(line);
}

/** The days alone: two agents who miss the same in other calls are not handed the same drill. */
function whereMissed(calls: readonly CallFacts[], { id, missing }: Focus['criterion']): string[] {
  const missed = callsMissing(calls, id, missing[0]?.indicator ?? '');
  return missed.length === 0
    ? []
    : [`It was missing on ${daysNamed(missed.slice(-MOST_DAYS).map(({ occurred_at }) => occurred_at))}.`];
}

/** Where no words of a call show it. */
function alone(place: ReturnType<typeof placeOfLine>, indicator: string | undefined): string {
  if (place === 'price')
    return 'Say this line aloud five times, with your own figures in it, and use it when you are asked what it costs.';
  const ofPlace = { beginning: 'you call unannounced', end: 'you agree on something', within: undefined };
  return `Say this line aloud five times, and then use it the next three times ${ofPlace[place] ?? timeForLine(undefined, indicator)}.`;
}
