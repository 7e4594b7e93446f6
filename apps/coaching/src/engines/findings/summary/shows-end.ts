import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { anyOf } from '../any-of.ts';
import { standsAlone } from '../commitments/stands-alone.ts';
import { properWords } from '../commitments/word-classes.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { OutcomeCode } from '../findings.ts';
import { isSameClock } from '../times/agreed-time.ts';
import { mentionsIn } from '../times/mentions.ts';

const DECLINING = 0.4;
const MOVED = 0.3;
const ASKED = 0.5;
/** `I'm going to be straight with you` only announces it. */
const LEAST_CONTENT = 3;
/** `On the day if that's okay` is no appointment. */
const CLOCK =
  /^(?:\d.*|.*day|tomorrow|tonight|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)$/;
const HINDRANCE = /\b(?:till|until|but|unless|except)\b/i;
const NO_DAY = new Set(['day', 'someday']);

/** Whether a line may be quoted for how the call ended: by what it does itself, and by what comes after it. */
export function showsEnd(conversation: Conversation, code: OutcomeCode, line: Stretch): boolean {
  switch (code) {
    case 'not_interested':
      return (
        anyOf(line, ['decline', 'object:not_interested', 'object:need', 'retract', 'not_qualified']) >=
        DECLINING
      );
    case 'not_qualified': {
      const names = Object.values(conversation.people).map((name) => name.toLowerCase());
      const said = contentWords(line.words.map(({ text }) => text)).filter((word) => !names.includes(word));
      return said.length >= LEAST_CONTENT;
    }
    case 'do_not_contact':
      return chance(line, 'opt_out') >= DECLINING;
    case 'next_step_agreed':
      // `I'll send it in a bit`: what?
      return standsAlone(line.text, line.text);
    case 'appointment_set':
    case 'callback_requested':
      // `Monday he's back but he has reviews till eleven` is no time to come.
      if (HINDRANCE.test(line.text)) return false;
      if (code === 'appointment_set' && !line.words.some(({ text }) => CLOCK.test(text) && !NO_DAY.has(text)))
        return false;
      // A time that was moved later is not what was agreed.
      if (isTimeNamedLater(conversation, line)) return false;
      return !conversation.stretches.some(
        (one) =>
          one.turn > line.turn &&
          (chance(one, 'propose_time', 'counter_time', 'retract') >= MOVED || asksForDay(one)),
      );
    default:
      return true;
  }
}

/** `Call me after supper`, and later `Six thirty`: only the last hour is what was agreed. */
function isTimeNamedLater(conversation: Conversation, line: Stretch): boolean {
  const mentions = mentionsIn(conversation);
  const clocks = mentions.flatMap(({ stretch, said }) => (stretch === line ? (said.clock ?? []) : []));
  return mentions.some(
    ({ stretch, said: { clock, isAhead, isNegated } }) =>
      stretch.turn > line.turn &&
      clock !== null &&
      clock.hour !== null &&
      isAhead &&
      !isNegated &&
      !clocks.some((own) => isSameClock(own, clock)),
  );
}

/** `What about Tuesday?` may move what was agreed. */
function asksForDay(one: Stretch): boolean {
  const isDay = one.words.some(({ text }) => properWords.has(text) && text.endsWith('day'));
  return isDay && chance(one, 'ask_closed') >= ASKED;
}
