import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { wordsIn } from '../passage.ts';

const MOST_WORDS = 24;
const LIKELY = 0.4;
/** `Okay. Let's leave it out.` has nothing to do with it. */
const besides = ['accept', 'backchannel', 'acknowledge', 'thanks', 'greeting', 'goodbye'] as const;

/** An objection with what was said beside it in one breath, as far as that is short: `I've seen the advert` alone objects to nothing. */
export function shownObjection({ stretches, turns }: Conversation, objection: Stretch): Stretch[] {
  const { from = 0, to = 0 } = turns[objection.turn] ?? {};
  let shown = [objection];
  for (let isWider = true; isWider; ) {
    isWider = false;
    const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
    for (const next of [stretches[first - 1], stretches[last + 1]]) {
      if (next === undefined || next.index < from || next.index >= to) continue;
      if (chance(next, ...besides) > LIKELY) continue;
      const wider = next.index < first ? [next, ...shown] : [...shown, next];
      if (next.segment !== objection.segment || wordsIn(wider) > MOST_WORDS) continue;
      shown = wider;
      isWider = true;
      break;
    }
  }
  return shown;
}
