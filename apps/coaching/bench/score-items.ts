import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { count, newShare, type Share } from './coached-call.ts';
import type { GoldCall } from './read-gold-calls.ts';

export interface FoundItem {
  owner: SpeakerRole;
  text: string;
  turns: readonly number[];
}

/** Turns apart that still mean the same item: a promise is often asked for, then given. */
const ITEM_TURNS = 1;

/** Of the items of one call, how many are right, and how many of those labelled are found. */
export function scoreFoundItems(
  { gold: { action_items, action_items_optional } }: GoldCall,
  found: readonly FoundItem[],
  miss: (what: string) => void = () => {},
): { precision: Share; recall: Share } {
  const [precision, recall] = [newShare(), newShare()];
  type Place = { owner: SpeakerRole; turn: number };
  const isAt = (item: FoundItem, gold: Place): boolean =>
    item.owner === gold.owner && item.turns.some((turn) => Math.abs(turn - gold.turn) <= ITEM_TURNS);
  for (const item of found) {
    const isRight = [...action_items, ...action_items_optional].some((gold) => isAt(item, gold));
    count(precision, isRight);
    if (!isRight) miss(`no action item of the ${item.owner}: ${item.text} (turn ${item.turns.join(', ')})`);
  }
  for (const gold of action_items) {
    const isFound = found.some((item) => isAt(item, gold));
    count(recall, isFound);
    if (!isFound) miss(`action item of the ${gold.owner} not found: ${gold.text} (turn ${gold.turn})`);
  }
  return { precision, recall };
}
