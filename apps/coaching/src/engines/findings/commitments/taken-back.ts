import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Action } from './find-actions.ts';
import { prepositions, timeWords } from './word-classes.ts';

/** `I'll call you Friday, oh, no, you'll be frying`; `Thursday, no, Friday` is one time, corrected where it is read. */
const CORRECTED =
  /^[^.?!]{0,20}(?:[,–—-]|\.+|…)\s*(?:(?:oh|well|um|uh|wait|or)\b,?\s*)*(?:no\b,|no wait\b|actually\b|forget (?:that|it)\b|scratch that\b)/i;
const OTHERWISE = /\binstead\b/i;
const CALLING = new Set(['call', 'ring', 'phone', 'try']);
/** What is answered first, or after `After!`; `you don't have to do that` is thanks. */
const TURNED_DOWN =
  /^(?:(?:oh|well|look|see|listen|ah|um|uh|sir|now)[,.!]*\s+)*(?:no[,.!]+(?!\s*(?:no )?(?:problem|worries|rush|hurry|that['’]s (?:fine|good|great|ok))\b)|(?:please )?don['’]?t\b(?! (?:worry|forget|mind|you)\b)|(?:you )?(?:don['’]t|do not) need to\b|(?:there['’]s )?no need\b)/i;
const TAKEN = 0.5;
const EXCLAIMED = 2;

/** What somebody offers unasked, and the other side does not want: `I'll send that to the agent` `Don't, they'll sit on it`. */
export function isTurnedDown({ stretches, turns }: Conversation, stretch: Stretch): boolean {
  const reply = turns[stretch.turn + 1];
  const own = turns[stretch.turn];
  if (reply === undefined || own === undefined) return false;
  // What is asked after it is what is answered.
  if (stretches.slice(stretch.index + 1, own.to).some(({ text }) => /\?["'”’]?$/.test(text.trim())))
    return false;
  const answer = stretches.slice(reply.from, reply.to);
  const isTaken = answer.some((one) => chance(one, 'accept', 'thanks', 'buy') > TAKEN);
  const [first, second] = answer;
  const said = [first, ...((first?.words.length ?? 0) <= EXCLAIMED ? [second] : [])];
  return !isTaken && said.some((one) => one !== undefined && TURNED_DOWN.test(one.text.trim()));
}

/**
 * What is left of an action that its speaker corrects in the same breath: a call without its time, and of anything else
 * nothing.
 */
export function leftOf({ transcript }: Conversation, { segment }: Stretch, action: Action): Action | null {
  const after = (transcript.segments[segment]?.text ?? '').slice(action.end);
  if (!CORRECTED.test(after)) return action;
  const time = action.words.findIndex(({ text }) => timeWords.has(text));
  if (time < 2 || !CALLING.has(action.words[0]?.text ?? '') || OTHERWISE.test(after)) return null;
  const end = prepositions.has(action.words[time - 1]?.text ?? '') ? time - 1 : time;
  return { ...action, words: action.words.slice(0, end) };
}
