import type { CallFacts } from './call-facts.ts';
import type { ShownQuote } from './criterion-of-call.ts';
import { isQuestioned, isToImprove } from './exchanges-of.ts';
import { asks, isParticular, takesUp } from './readable-quotes.ts';

/** What coaching may blame, `I could maybe come at five.`, and an hour that is repeated in place of what was heard. */
export function isPoorExample(call: CallFacts, quote: ShownQuote): boolean {
  return (
    isToImprove(call, quote) ||
    isDoubtfulStep(call, quote) ||
    (isAboutListening(quote) && (isParticular(quote) || isRemark(quote)))
  );
}

export function isDoubtfulStep(
  call: CallFacts,
  { quote, segment_index, indicator = '' }: ShownQuote,
): boolean {
  const isStep = ['proposed_next_step', 'agreed_next_step', 'fixed_time'].includes(indicator);
  return isStep && (/\b(?:maybe|might|perhaps)\b/i.test(quote) || isQuestioned(call, { segment_index }));
}

/** `Oh, that's a good one.` may be said of anything. */
function isRemark(quote: ShownQuote): boolean {
  return quote.quote.trim().split(/\s+/).length < LEAST_HEARD && !takesUp(quote) && !asks(quote);
}
const LEAST_HEARD = 6;

function isAboutListening({ indicator }: ShownQuote): boolean {
  return indicator === 'showed_understanding' || indicator === 'recapped';
}
