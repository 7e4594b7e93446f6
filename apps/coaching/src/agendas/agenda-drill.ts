import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { isHandling } from '../facts/call-facts.ts';
import { isReply, lineFor, lineForObjection, lineOf, placeOfLine } from '../facts/lines-to-say.ts';
import { adviceKindOf, advisedIndicator, missedIn, occasionIn } from '../facts/telling-quotes.ts';
import { contactOf, quoted, sentence } from '../facts/wording.ts';
import type { Focus } from './agenda-focus.ts';
import { momentOf } from './agenda-questions.ts';

/** What to practise of what costs most: a line to say, in answer to words of a call where these show it. */
export function agendaDrill({ calls, criterion, passed }: Focus): NonNullable<AgendaContent['drill']> {
  const indicator = criterion.missing[0]?.indicator ?? advisedIndicator(calls, criterion);
  const [told] = passed ?? missedIn(calls, criterion);
  const missed = told ?? (isReply(indicator) ? occasionIn(calls, criterion) : undefined);
  if (missed === undefined)
    return {
      text: ALONE[placeOfLine(indicator)],
      say: lineOf(indicator, calls[0]?.user_id ?? ''),
      moment: null,
    };
  const { call, quote } = missed;
  const objection = call.objections.find((one) => one.quote.segment_index === quote.segment_index);
  const isAnswer = indicator === undefined || isHandling(indicator);
  const advice = told === undefined ? undefined : adviceKindOf(told);
  const say = isAnswer ? lineForObjection(objection?.kind, indicator) : lineFor(indicator, advice);
  const name = contactOf(call);
  const text =
    quote.speaker === call.agent
      ? `To ${name} you said ${sentence(quoted(quote))} Say this line instead, aloud, five times, and then use it the next three times it comes to that.`
      : `Let a colleague read out what ${name} said: ${sentence(quoted(quote))} Answer with this line and then wait. Do it five times, and then the next three times somebody objects or worries.`;
  return { text, say, moment: momentOf(call, quote) };
}

const ALONE: Readonly<Record<ReturnType<typeof placeOfLine>, string>> = {
  beginning: 'Say this line aloud five times, and then use it the next three times you call unannounced.',
  end: 'Say this line aloud five times, and then use it the next three times you agree on something.',
  price:
    'Put in your own figures, say this line aloud five times, and use it when you are asked what it costs.',
  within: 'Say this line aloud five times, and then use it the next three times it fits.',
};
