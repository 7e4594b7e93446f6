import type { OutcomeCode } from '../findings.ts';

/** A no of one kind or another; who does not fit, or wants no calls, is not interested where that is likely in itself. */
const REFUSED_FROM = 0.8;
const NOT_INTERESTED_FROM = { not_qualified: 0.35, do_not_contact: 0.25 };

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

/** A stranger who does not fit, or a wrong number: of two that leave nothing to a third the latter says less. */
const STRANGER_FROM = 0.85;
const WRONG_FROM = 0.3;

/** How likely whoever answered was not who was called, where it is likely enough in itself. */
export function wrongNumber(shares: ReadonlyMap<OutcomeCode, number>): number | null {
  const wrong = shares.get('wrong_number') ?? 0;
  const together = wrong + (shares.get('not_qualified') ?? 0);
  return wrong >= WRONG_FROM && together >= STRANGER_FROM ? together : null;
}
