import { authorityKind } from '../engines/findings/objections/objection-labels.ts';
import type { CallFacts } from './call-facts.ts';
import type { Quote } from './criterion-of-call.ts';
import { isWelcomed } from './exchanges-of.ts';
import { wantsNoCalls } from './judged-fairly.ts';
import { asks, isTelling, objects } from './readable-quotes.ts';
import type { CriterionSummary } from './summarize-criteria.ts';
import { isWorthAnswering, type Told } from './telling-quotes.ts';

/** What the contact told that asked for it, in the call with the lowest share of its points. */
export function occasionIn(
  calls: readonly CallFacts[],
  { id }: Pick<CriterionSummary, 'id'>,
): Pick<Told, 'call' | 'quote'> | undefined {
  const shareIn = ({ criteria }: CallFacts) => criteria.find((one) => one.id === id)?.share ?? 1;
  return calls
    .filter((call) => shareIn(call) < 1)
    .toSorted((a, b) => shareIn(a) - shareIn(b))
    .flatMap((call) => toldIn(call).map((quote) => ({ call, quote })))[0];
}

/** How things are for the contact, and what stands in the way, in their words; not that somebody else decides, and not the hour. */
function toldIn(of: CallFacts): Quote[] {
  const { agent, topMoments, objections } = of;
  const told = topMoments
    .flatMap(({ quotes }) => quotes)
    .filter((quote) => quote.speaker !== agent && isTelling(quote) && !asks(quote));
  const objected = objections
    .filter(
      (one) =>
        isWorthAnswering(one) &&
        objects(one.quote) &&
        one.kind !== authorityKind &&
        !isWelcomed(of, one.quote),
    )
    .filter(({ quote }) => !wantsNoCalls(of, quote))
    .map(({ quote }) => quote)
    // `And what does it cost?` asks for a figure, not to be heard.
    .filter(({ quote }) => !quote.includes('?'));
  return [...told, ...objected];
}
