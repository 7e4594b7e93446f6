import { capitalized } from '../capitalized.ts';
import type { AgreedTime } from './agreed-time.ts';
import { addDays, weekdayOf } from './calendar.ts';
import type { PartOfDay, SpokenClock } from './spoken-time.ts';
import { months, ordinals, weekdays } from './time-words.ts';

const weekdayNames = [...weekdays.keys()].slice(0, 7).map(capitalized);
const monthNames = [...months.keys()].map(capitalized);
const ordinalNames = [...ordinals.keys()].slice(0, 19);

/**
 * `Saturday at nine fifteen in the morning`: the day first, then the hour, as people would write them. `hour` is that of
 * the resolved time, 0 to 23.
 * @param isDated a date and hour stand beside it; otherwise its words alone say which half of the day it is.
 */
export function phraseTime(time: AgreedTime, hour: number | null, called: string, isDated: boolean): string {
  const day = phraseDay(time, called);
  if (time.clock === null) return `${day}${time.part === null ? '' : phrasePart(time.part, day)}`.trim();
  const half = phraseHalf(time) || inferredHalf(time, hour, isDated);
  const isTonight = day === 'today' && half === 'in the evening';
  return [isTonight ? 'tonight' : day, phraseClock(time, time.clock), isTonight ? '' : half]
    .filter((part) => part !== '')
    .join(' ');
}

/** `Saturday`, `Thursday the twelfth`; empty where none was named. */
export function phraseDay({ day, date }: AgreedTime, called: string): string {
  if (day === null) return '';
  if (day.soon !== undefined) return day.soon;
  if (day.offset === 0) return 'today';
  if (day.offset === 1) return 'tomorrow';
  const number = day.weekday ?? (date === null ? undefined : weekdayOf(date));
  const weekday = number === undefined ? '' : (weekdayNames[number - 1] ?? '');
  if (day.date !== undefined) {
    const month = day.month === undefined ? 'the' : (monthNames[day.month - 1] ?? '');
    return `${weekday} ${month} ${ordinalOf(day.date)}`.trim();
  }
  if (date !== null && (date > addDays(called, 7) || day.which === 'next')) {
    return `${weekday} the ${ordinalOf(Number(date.slice(8)))}`;
  }
  return weekday;
}

function ordinalOf(day: number): string {
  if (day < 20) return ordinalNames[day - 1] ?? '';
  const ten = day < 30 ? 'twent' : 'thirt';
  return day % 10 === 0 ? `${ten}ieth` : `${ten}y-${ordinalNames[(day % 10) - 1]}`;
}

function phraseClock({ bound, until }: AgreedTime, clock: SpokenClock): string {
  if (until !== null) return `between ${clock.words} and ${until.words}`;
  if (bound === 'after' || bound === 'before' || bound === 'around') return `${bound} ${clock.words}`;
  return `at ${clock.words}`;
}

/** Beside a date nobody has to be told that three is in the afternoon; early and late hours are spelled out. */
function inferredHalf({ clock, until }: AgreedTime, hour: number | null, isDated: boolean): string {
  if (clock === null || hour === null || /noon|midnight|:/.test(clock.words)) return '';
  if (hour < 8) return 'in the morning';
  if (hour >= 18) return 'in the evening';
  if (isDated || until !== null || (clock.hour ?? 0) > 12) return '';
  return hour < 12 ? 'in the morning' : 'in the afternoon';
}

/** What was said of the half of the day. */
function phraseHalf({ clock, part }: AgreedTime): string {
  if (clock === null || (clock.hour ?? 0) > 12 || /noon|midnight/.test(clock.words)) return '';
  if (clock.half === 'am' || part === 'early' || part === 'morning') return 'in the morning';
  const hour = clock.hour ?? 0;
  if (clock.half === 'pm') return hour >= 6 && hour < 12 ? 'in the evening' : 'in the afternoon';
  if (part === 'afternoon' || (part === 'evening' && hour < 5)) return 'in the afternoon';
  return part === 'evening' || part === 'night' ? 'in the evening' : '';
}

function phrasePart(part: PartOfDay, day: string): string {
  if (part === 'early') return ' first thing';
  if (part === 'lunch') return ' at lunchtime';
  return day === 'today' ? ` in the ${part}` : ` ${part}`;
}
