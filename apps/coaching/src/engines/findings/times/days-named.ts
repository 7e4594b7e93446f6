import type { Conversation } from '../../conversation/conversation.ts';
import type { Commitment } from '../findings.ts';
import type { NamedDay } from '../speech/speech.ts';
import { addDays, dayOfCall, nextWeekday } from './calendar.ts';
import type { Mention } from './mentions.ts';

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * The dates that weekdays alone, or `tomorrow`, can only mean, of the turn `begin` and those after it; none where another
 * week was spoken of or a date was said. When others meet is no other week: `When do they meet?` `Next week.` `Can I come by
 * on Sunday?`
 */
export function daysNamed(
  conversation: Conversation,
  mentions: readonly Mention[],
  begin: number,
): NamedDay[] {
  const near = conversation.stretches.filter(
    ({ turn }) => turn >= begin - NEAR && (turn >= begin || !tellsWhenOthersMeet(conversation, turn)),
  );
  if (near.some(({ text }) => OTHER_WEEK.test(text) || DAY_OF_MONTH.test(text))) return [];
  const tomorrow = addDays(dayOfCall(conversation.context), 1);
  const found = mentions.flatMap(({ said: { day } }): NamedDay[] => {
    if (day === null || OTHER_PARTS.some((part) => day[part] !== undefined)) return [];
    const { weekday, offset } = day;
    if (offset === 1 && weekday === undefined) return [{ day: 'tomorrow', date: tomorrow }];
    if (weekday === undefined || offset !== undefined) return [];
    return [{ day: dayNames[weekday - 1] ?? '', date: nextWeekday(tomorrow, weekday) }];
  });
  return [...new Map(found.map((one) => [one.date, one])).values()];
}

const OTHER_PARTS = ['which', 'weeksOn', 'date', 'week', 'isSame', 'soon'] as const;
/** Turns before in which another week may have been named. */
const NEAR = 6;
const OTHER_WEEK =
  /\b(?:next|following|after|fortnight|weeks?|month)\b.*\bweeks?\b|\bnext (?:week|mon|tue|wed|thu|fri|sat|sun)|\bweek (?:after|on)\b|\bin (?:\w+ ){1,4}weeks?\b|\bweeks? from\b|\bday (?:after next|of next)\b|\bfortnight\b|day week\b|\bday the \w+(?:th|st|nd|rd|first|second)\b/i;
/** `On Thursday, the nineteenth`, `so Thursday's the eighteenth`: which Thursday is said already. */
const DAY_OF_MONTH =
  /\bthe (?:(?:twenty|thirty)-?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth|\d{1,2}(?:st|nd|rd|th)|(?:first|second|third) of)\b/i;

const OTHERS_MEET =
  /\bwhen (?:do|does|will|is|are) (?!you\b|we\b|I\b).*\b(?:meet|meeting|vote|decide)\b.*\?$/i;

function tellsWhenOthersMeet({ stretches }: Conversation, turn: number): boolean {
  const asked = stretches.findLast((one) => one.turn === turn - 1);
  return asked !== undefined && OTHERS_MEET.test(asked.text.trim());
}

/** The same of what somebody is to do, as far as its text names them and nothing else that was said makes them another. */
export function daysOfItem(
  conversation: Conversation,
  all: readonly Mention[],
  { text, stretches }: Pick<Commitment, 'text' | 'stretches'>,
): NamedDay[] {
  const mentions = all.filter(({ stretch }) => stretches.includes(stretch.index));
  const [first] = mentions;
  if (first === undefined) return [];
  return daysNamed(conversation, mentions, first.stretch.turn).filter(
    ({ day, date }) =>
      new RegExp(`\\b${day}\\b`, 'i').test(text) && mentions.some((mention) => mention.date === date),
  );
}
