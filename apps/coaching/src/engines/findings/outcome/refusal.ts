import type { OutcomeCode } from '../findings.ts';

/** A no of one kind or another; who does not fit, or wants no calls, is not interested where that is likely in itself. */
const REFUSED_FROM = 0.8;
const NOT_INTERESTED_FROM = { not_qualified: 0.4, do_not_contact: 0.25 };

/** How likely it was a no, where it is likely enough and only its kind is not sure. */
export function refusal(shares: ReadonlyMap<OutcomeCode, number>): number | null {
  const notInterested = shares.get('not_interested') ?? 0;
  const others = (['not_qualified', 'do_not_contact'] as const).map(
    (kind) => [kind, shares.get(kind) ?? 0] as const,
  );
  const [kind, share] = others.reduce((most, one) => (one[1] > most[1] ? one : most));
  const isLikely = notInterested >= NOT_INTERESTED_FROM[kind];
  return isLikely && notInterested + share >= REFUSED_FROM ? notInterested + share : null;
}
