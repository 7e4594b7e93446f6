/** What a time says, as far as its words go. */
export interface SaidTime {
  weekday: number | null;
  /** Day of the month. */
  date: number | null;
  relative: string | null;
  /** Minutes since twelve, of half a day; two for "between four and six". */
  hours: number[];
  half: 'am' | 'pm' | null;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'january,february,march,april,may,june,july,august,september,october,november,december'.split(
  ',',
);
const units =
  'zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen'.split(
    ',',
  );
const tens: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const ordinals =
  'zeroth,first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth,thirteenth,fourteenth,fifteenth,sixteenth,seventeenth,eighteenth,nineteenth,twentieth'.split(
    ',',
  );
const halves: Readonly<Record<string, 'am' | 'pm'>> = {
  morning: 'am',
  am: 'am',
  afternoon: 'pm',
  evening: 'pm',
  night: 'pm',
  tonight: 'pm',
  pm: 'pm',
};
const HALF_DAY = 12 * 60;

export type Verdict = 'right' | 'wrong' | 'look at it';

/**
 * Whether our time says the day, the hour and the half of the day of the other one, and nothing else. Days of
 * different kinds (`today`, `Monday`) cannot be compared without a person; resolved times are compared as they are.
 */
export function compareTimes(
  when: string,
  ours: { as_agreed: string; at: string | null },
  at: string | null = null,
): Verdict {
  if (at !== null && ours.at !== null) return at === ours.at ? 'right' : 'wrong';
  const [gold, said] = [readTime(when), readTime(ours.as_agreed)];
  const kinds = ['weekday', 'date', 'relative'] as const;
  const hasDay = (time: SaidTime): boolean => kinds.some((kind) => time[kind] !== null);
  const common = kinds.filter((kind) => gold[kind] !== null && said[kind] !== null);
  if (common.some((kind) => gold[kind] !== said[kind])) return 'wrong';
  if (gold.hours.join() !== said.hours.join()) return 'wrong';
  if (gold.half !== null && (said.half ?? halfOf(ours.at)) !== gold.half) return 'wrong';
  if (hasDay(gold) && !hasDay(said)) return 'wrong';
  if (ours.at !== null && contradicts(gold, ours.at)) return 'wrong';
  return common.length === 0 ? 'look at it' : 'right';
}

function halfOf(at: string | null): 'am' | 'pm' | null {
  const clock = at?.split('T')[1];
  if (clock === undefined) return null;
  return Number(clock.slice(0, 2)) < 12 ? 'am' : 'pm';
}

function contradicts(gold: SaidTime, at: string): boolean {
  const [day = '', clock] = at.split('T');
  const date = new Date(`${day}T00:00:00Z`);
  if (gold.weekday !== null && gold.weekday !== date.getUTCDay()) return true;
  if (gold.date !== null && gold.date !== date.getUTCDate()) return true;
  if (clock === undefined) return false;
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  if (gold.half !== null && gold.half !== (hour < 12 ? 'am' : 'pm')) return true;
  return gold.hours[0] !== (hour * 60 + minute) % HALF_DAY;
}

export function readTime(text: string): SaidTime {
  const words = text
    .toLowerCase()
    .replace(/([ap])\.\s?m\b\.?/g, '$1m')
    .replace(/(\d)([ap]m)\b/g, '$1 $2')
    .replace(/[^\p{L}\p{N}:' ]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const time: SaidTime = { weekday: null, date: null, relative: null, hours: [], half: null };
  for (let at = 0; at < words.length; ) at += readWord(time, words, at);
  return time;
}

/** @returns how many words it took. */
function readWord(time: SaidTime, words: readonly string[], at: number): number {
  const word = (words[at] ?? '').replace(/'s$/, '');
  const [next = '', third = ''] = [words[at + 1], words[at + 2]];
  const weekday = weekdays.indexOf(word.replace(/s$/, ''));
  if (weekday >= 0) time.weekday = weekday;
  if (['today', 'tonight', 'tomorrow'].includes(word)) time.relative = word === 'tonight' ? 'today' : word;
  const half = halves[word];
  if (half !== undefined) time.half = half;
  const ordinal = ordinalOf(word) ?? (word in tens ? plus(tens[word], ordinalOf(next)) : null);
  if (ordinal !== null) {
    time.date = ordinal;
    return ordinalOf(word) === null ? 2 : 1;
  }
  if (months.includes(word) && numberOf(next) !== null) {
    time.date = numberOf(next);
    return 2;
  }
  if (word === 'noon' || word === 'midday') time.hours.push(0);
  const past = word === 'half' ? 30 : word === 'quarter' ? 15 : null;
  const hourAfter = numberOf(third);
  if (past !== null && hourAfter !== null && ['past', 'after', 'to', 'of'].includes(next)) {
    const sign = next === 'to' || next === 'of' ? -1 : 1;
    time.hours.push((hourAfter * 60 + sign * past + HALF_DAY) % HALF_DAY);
    return 3;
  }
  // `half twelve` is half past twelve.
  const halfOfHour = word === 'half' ? numberOf(next) : null;
  if (halfOfHour !== null) {
    time.hours.push((halfOfHour * 60 + 30) % HALF_DAY);
    return 2;
  }
  const clock = /^(\d{1,2}):(\d\d)$/.exec(word);
  if (clock !== null) {
    time.hours.push((Number(clock[1]) * 60 + Number(clock[2])) % HALF_DAY);
    return 1;
  }
  const hour = numberOf(word);
  if (hour === null || hour > 23) return 1;
  const [minutes, taken] = minutesAt(words, at + 1);
  time.hours.push((hour * 60 + minutes) % HALF_DAY);
  return 1 + taken;
}

/** `thirty`, `forty five`, `oh five`, `fifteen`; "two three" are two hours. */
function minutesAt(words: readonly string[], at: number): [minutes: number, words: number] {
  const [first = '', second = ''] = [words[at], words[at + 1]];
  const unit = units.indexOf(second);
  if (first in tens) {
    return unit > 0 && unit < 10 ? [(tens[first] ?? 0) + unit, 2] : [tens[first] ?? 0, 1];
  }
  if (first === 'oh' && unit > 0 && unit < 10) return [unit, 2];
  const number = numberOf(first);
  return number !== null && number >= 10 && number < 60 ? [number, 1] : [0, 0];
}

function numberOf(word: string): number | null {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const unit = units.indexOf(word);
  return unit >= 0 ? unit : null;
}

function ordinalOf(word: string): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (digits !== undefined) return Number(digits);
  if (word === 'thirtieth') return 30;
  const ordinal = ordinals.indexOf(word);
  return ordinal > 0 ? ordinal : null;
}

function plus(a: number | undefined, b: number | null): number | null {
  return a === undefined || b === null ? null : a + b;
}
