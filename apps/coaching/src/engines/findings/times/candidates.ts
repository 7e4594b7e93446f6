import { type AgreedTime, isSameClock, merge, noTime } from './agreed-time.ts';
import { weekdayOf } from './calendar.ts';
import type { Mention } from './mentions.ts';

/** A time that may have been agreed on, put together from what was named. */
export interface Candidate {
  time: AgreedTime;
  /** What names its day or its hour and nothing else. */
  support: Mention[];
}

/** What is named now may complete any of the times spoken of last. */
const BASES = 6;
const MOST = 60;

/** Every time that the mentions may add up to, each once; what they leave open may come from what was named before. */
export function candidatesOf(mentions: readonly Mention[], more: readonly AgreedTime[]): Candidate[] {
  const times = new Map<string, AgreedTime>();
  let latest: string[] = [];
  const set = (key: string, time: AgreedTime) => {
    times.delete(key);
    times.set(key, time);
    latest = [...latest.filter((one) => one !== key), key].slice(-BASES);
  };
  for (const { said, context } of mentions) {
    if (said.isNegated || !said.isAhead) continue;
    const bases = latest.map((key) => [key, times.get(key) as AgreedTime] as const);
    for (const [key, base] of [['', noTime] as const, ...bases]) {
      const merged = merge(base, said, context);
      const own = keyOf(merged);
      if (own === null) continue;
      if (own !== key && times.has(own)) {
        set(own, merge(times.get(own) as AgreedTime, said, context));
      } else set(own, merged);
    }
  }
  for (const time of more) {
    const key = keyOf(time);
    if (key !== null) times.set(key, time);
  }
  return [...times.values()]
    .slice(-MOST)
    .map((time) => ({
      time,
      support: mentions.filter((mention) => relationTo(time, mention) === 'supports'),
    }))
    .filter(({ support }) => support.length > 0);
}

/** Times with one key are one: null where it has neither a day nor an hour. */
export function keyOf({ day, date, clock }: AgreedTime): string | null {
  const named = clock === null || clock.hour === null ? null : clock;
  if (day === null && named === null) return null;
  const hour = named === null ? '' : `${(named.hour as number) % 12}:${named.minute}`;
  const own = day === null ? '' : (date ?? JSON.stringify(day));
  return `${own} ${hour}`;
}

export type Relation = 'supports' | 'contradicts' | 'neither';

/** Whether a mention is of this time, of another, or of nothing that decides it. */
export function relationTo(time: AgreedTime, mention: Mention): Relation {
  const [day, clock] = [dayRelation(time, mention), clockRelation(time, mention)];
  if (day === 'other' || clock === 'other') return 'contradicts';
  return day === 'same' || clock === 'same' ? 'supports' : 'neither';
}

export function dayRelation(
  { day, date }: AgreedTime,
  { said, date: named }: Mention,
): 'same' | 'other' | null {
  if (said.day === null || day === null) return null;
  const { weekday, date: number } = said.day;
  if (named !== null && named === date) return 'same';
  if (weekday === undefined && number === undefined) return named === null || date === null ? null : 'other';
  const own = date === null ? day.weekday : weekdayOf(date);
  const ownNumber = date === null ? day.date : Number(date.slice(8));
  const isWeekday = weekday === undefined || own === undefined || weekday === own;
  const isNumber = number === undefined || ownNumber === undefined || number === ownNumber;
  return isWeekday && isNumber ? 'same' : 'other';
}

export function clockRelation({ clock }: AgreedTime, { said }: Mention): 'same' | 'other' | null {
  if (said.clock === null || said.clock.hour === null || clock === null || clock.hour === null) return null;
  return isSameClock(said.clock, clock) ? 'same' : 'other';
}
