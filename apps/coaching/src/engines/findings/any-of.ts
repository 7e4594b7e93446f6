import type { Act } from '../conversation/acts.ts';
import { chance, type Stretch } from '../conversation/conversation.ts';

/** How likely a stretch does any of these: what is half a push and half a remark is surely one of them. */
export function anyOf(stretch: Stretch, acts: readonly Act[]): number {
  let none = 1;
  for (const act of acts) none *= 1 - chance(stretch, act);
  return 1 - none;
}
