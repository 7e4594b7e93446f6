import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Claim, Quote } from '../evidence/claim.ts';
import type { Rating } from '../rating/rating.ts';
import { clockTime, quoted, startOf } from './moment.ts';

const MOST = 4;

/** The best of the call: the indicators that earned most, no two from one segment, in the order they happened. */
export function topMoments(transcript: Transcript, rating: Rating): Claim[] {
  const earned = rating.criteria.flatMap(({ criterion, indicators }) =>
    indicators
      .filter(
        ({ indicator, finding }) =>
          indicator.moment !== undefined && finding.share >= 0.5 && finding.quotes.length > 0,
      )
      .map(({ indicator, finding }) => ({
        headline: indicator.moment as string,
        quote: longest(finding.quotes),
        worth: (criterion.weight * indicator.points * finding.share) / criterion.potential_score,
      })),
  );
  const taken = new Set<number>();
  return earned
    .sort((a, b) => b.worth - a.worth)
    .filter(({ quote }) => !taken.has(quote.segment) && taken.add(quote.segment))
    .slice(0, MOST)
    .sort((a, b) => a.quote.segment - b.quote.segment)
    .map(({ headline, quote }) => ({
      text: `${clockTime(startOf(transcript, quote))} ${headline}: ${quoted(quote)}`,
      quotes: [quote],
    }));
}

function longest(quotes: readonly Quote[]): Quote {
  return quotes.reduce((best, quote) => (quote.text.length > best.text.length ? quote : best));
}
