import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import type { Mention } from './mentions.ts';

/** `The other one`, of two hours that were offered: which one that is has to be worked out. */
const BY_PLACE =
  /\bthe (?:other|first|second|last|earlier|later|latter|former)(?: (?:one|time|slot|option))?\s*(?:[.,;?!]|$| (?:suits?|works?|is|then|please|would|will|sounds?|so)\b)/i;
/** A day of the month is of another one than the next such day. */
const OTHER_MONTH = /\b(?:next|the following|another) month\b|\bmonth after\b/i;
/** Turns after an offer in which one of its hours is picked, and around a day in which its month is told. */
const NEAR_TURNS = 3;

/** Whether one of several hours was picked by its place among them, not by its name. */
export function isPickedByPlace({ stretches }: Conversation, mentions: readonly Mention[]): boolean {
  const offers = mentions.filter(({ stretch }) => hoursIn(mentions, stretch.turn).size > 1);
  return offers.some(({ stretch: { turn } }) =>
    stretches.some((one) => one.turn > turn && one.turn <= turn + NEAR_TURNS && BY_PLACE.test(one.text)),
  );
}

/** Whether a month other than the next one that has such a day was named beside a day of the month. */
export function isOfOtherMonth({ stretches }: Conversation, support: readonly Mention[]): boolean {
  const turns = support.filter(({ said }) => said.day?.date !== undefined).map(({ stretch }) => stretch.turn);
  const isNear = ({ turn }: Stretch) => turns.some((own) => Math.abs(turn - own) <= NEAR_TURNS);
  return stretches.some((one) => isNear(one) && OTHER_MONTH.test(one.text));
}

function hoursIn(mentions: readonly Mention[], turn: number): Set<string> {
  return new Set(
    mentions
      .filter(({ stretch, said }) => stretch.turn === turn && said.clock !== null && said.clock.hour !== null)
      .map(({ said: { clock } }) => `${(clock?.hour ?? 0) % 12}:${clock?.minute}`),
  );
}
