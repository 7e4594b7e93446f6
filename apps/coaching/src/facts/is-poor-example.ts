import type { CallFacts, ShownQuote } from './call-facts.ts';
import { isQuestioned, isToImprove } from './exchanges-of.ts';
import { isParticular } from './readable-quotes.ts';

/** What coaching may blame, `I could maybe come at five.`, and an hour that is repeated in place of what was heard. */
export function isPoorExample(call: CallFacts, quote: ShownQuote): boolean {
  return (
    isToImprove(call, quote) ||
    isDoubtfulStep(call, quote) ||
    (isAboutListening(quote) && isParticular(quote))
  );
}

export function isDoubtfulStep(
  call: CallFacts,
  { quote, segment_index, indicator = '' }: ShownQuote,
): boolean {
  const isStep = ['proposed_next_step', 'agreed_next_step', 'fixed_time'].includes(indicator);
  return isStep && (/\b(?:maybe|might|perhaps)\b/i.test(quote) || isQuestioned(call, { segment_index }));
}

function isAboutListening({ indicator }: ShownQuote): boolean {
  return indicator === 'showed_understanding' || indicator === 'recapped';
}
