import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { type AgreedTime, isSameClock, merge, noTime } from './agreed-time.ts';
import { findTimes } from './find-times.ts';
import { callsIn, chanceOfCallback } from './kind-of-meeting.ts';
import { phraseTime } from './phrase-time.ts';
import { type DayContext, resolveClock, weekOf } from './resolve-time.ts';
import type { SpokenTime } from './spoken-time.ts';

/** A time that two people settled on, as it stands at the end of the call. */
export interface Agreement {
  kind: 'appointment' | 'callback';
  /** `Saturday at nine fifteen in the morning` */
  asAgreed: string;
  missing: 'day' | 'hour' | null;
  /** Local ISO minutes, or the date alone where no hour was agreed; null where it cannot be resolved. */
  at: string | null;
  /** Indexes of the stretches it rests on, in order. */
  stretches: number[];
  probability: number;
}

interface Pending {
  options: AgreedTime[];
  role: SpeakerRole;
  turn: number;
  probability: number;
  stretches: number[];
  /** Whoever was asked has to ask somebody first. */
  isDeferred: boolean;
  /** The turn in which the one who proposed it took it as agreed. */
  recapTurn: number | null;
}

interface Standing {
  time: AgreedTime;
  turn: number;
  probability: number;
  stretches: number[];
}

/** What the talk about times has come to, stretch by stretch. */
interface Talk {
  context: DayContext;
  /** What was last spoken of, agreed or not: the next proposal may name only a part. */
  base: AgreedTime;
  pending: Pending | null;
  standing: Standing | null;
  /** First stretch of the talk, and the first about the day that is spoken of now. */
  start: number | null;
  dayStart: number;
}

const LIKELY = 0.35;

export function negotiate(conversation: Conversation): Agreement[] {
  const called = conversation.context.occurred_at.slice(0, 10);
  const talk: Talk = {
    context: { called, around: null, week: null },
    base: noTime,
    pending: null,
    standing: null,
    start: null,
    dayStart: 0,
  };
  for (const stretch of conversation.stretches) hear(talk, stretch);
  if (talk.standing === null) return [];
  return conclude(conversation, talk, talk.standing);
}

function hear(talk: Talk, stretch: Stretch): void {
  const asks = stretch.role === 'contact' && callsIn(stretch) > 0 ? chance(stretch, 'request', 'defer') : 0;
  const steps = callsIn(stretch) > 0 ? chance(stretch, 'propose_step') : 0;
  const proposes = Math.max(chance(stretch, 'propose_time', 'counter_time'), 0.8 * asks, 0.8 * steps);
  const isOpen = talk.pending !== null || talk.standing !== null;
  const repeats = chance(stretch, 'recap', 'correct', 'accept');
  const refuses = chance(stretch, 'decline', 'retract');
  const isExpected = proposes > LIKELY || (isOpen && Math.max(repeats, refuses, chance(stretch, 'promise')) > LIKELY);
  const words = stretch.words.map(({ text }) => text);
  const all = findTimes(words, isExpected);
  for (const { day } of all) if (day !== null && isExpected) talk.context.week = weekOf(day, talk.context) ?? weekKept(talk, day);
  const times = all.filter(({ isNegated, isAhead }) => !isNegated && isAhead);
  if (chance(stretch, 'opt_out', 'wrong_person', 'object:not_interested') > 0.5) talk.standing = null;
  if (refuses > LIKELY) refuse(talk, stretch, all);
  if (chance(stretch, 'defer') > LIKELY && stretch.role === 'contact') defer(talk, stretch);
  if (chance(stretch, 'defer', 'request') > LIKELY && talk.start !== null && talk.pending === null && talk.standing === null) {
    for (const time of times) if (time.day !== null) remember(talk, merge(talk.base, time, talk.context), stretch.index);
  }
  const accepts = chance(stretch, 'accept', 'promise', 'recap');
  if (talk.pending !== null && proposes <= LIKELY) followUp(talk, talk.pending, stretch, times);
  if (talk.pending !== null && talk.pending.role !== stretch.role && accepts > LIKELY) accept(talk, talk.pending, stretch, times);
  else if (talk.standing !== null && repeats > LIKELY && times.length > 0 && proposes <= LIKELY) restate(talk, talk.standing, stretch, times);
  else if (talk.standing === null && talk.start !== null && chance(stretch, 'recap') > LIKELY && times.length > 0 && proposes <= LIKELY) {
    propose(talk, stretch, times, chance(stretch, 'recap'));
  }
  if (proposes > LIKELY && times.length > 0) propose(talk, stretch, times, proposes);
}

function weekKept(talk: Talk, day: NonNullable<SpokenTime['day']>): string | null {
  return day.offset !== undefined || day.which !== undefined || day.date !== undefined ? null : talk.context.week;
}

function propose(talk: Talk, stretch: Stretch, times: SpokenTime[], probability: number): void {
  const before = talk.pending?.options ?? [talk.standing?.time ?? talk.base];
  const options: AgreedTime[] = [];
  for (const time of times) {
    const last = options.at(-1);
    const completes = last !== undefined && ((time.day === null && last.clock === null) || (time.clock === null && time.day === null) || datesDay(last, time));
    const matching = before.find((option) => matches(option, time));
    const base = completes ? last : (matching ?? last ?? before[0] ?? noTime);
    const merged = merge(base, time, talk.context);
    if (completes) options[options.length - 1] = merged;
    else options.push(merged);
  }
  const [first] = options;
  if (first === undefined) return;
  talk.start ??= stretch.index;
  talk.pending = {
    options,
    role: stretch.role,
    turn: stretch.turn,
    probability,
    stretches: [...(talk.pending?.stretches ?? []).slice(-1), stretch.index],
    isDeferred: false,
    recapTurn: null,
  };
  remember(talk, first, stretch.index);
}

/** `wednesday, then, the twentieth` */
function datesDay({ day }: AgreedTime, said: SpokenTime): boolean {
  return day?.weekday !== undefined && day.date === undefined && said.day?.date !== undefined && said.day.weekday === undefined;
}

function remember(talk: Talk, time: AgreedTime, at: number): void {
  if (time.date !== talk.base.date) talk.dayStart = at;
  talk.base = time;
  if (time.date !== null) talk.context.around = time.date;
}

function refuse(talk: Talk, stretch: Stretch, times: readonly SpokenTime[]): void {
  if (chance(stretch, 'retract') > LIKELY) {
    if (talk.standing !== null) remember(talk, talk.standing.time, stretch.index);
    talk.standing = null;
    talk.pending = null;
    return;
  }
  if (talk.pending !== null && talk.pending.role !== stretch.role) {
    const left = talk.pending.options.filter((option) => !times.some((time) => matches(option, time)));
    const isPartly = left.length > 0 && left.length < talk.pending.options.length;
    talk.pending = isPartly ? { ...talk.pending, options: left } : null;
  } else if (talk.standing !== null && times.some((time) => talk.standing !== null && matches(talk.standing.time, time))) {
    talk.standing = null;
  }
}

/**
 * Whoever proposed a time and then takes it as settled has been agreed with by an answer that is not a refusal. A new
 * question or offer of theirs in between is what a bare yes answers.
 */
function followUp(talk: Talk, pending: Pending, stretch: Stretch, times: readonly SpokenTime[]): void {
  if (stretch.role === pending.role) {
    if (times.some((time) => pending.options.some((option) => matches(option, time)))) {
      pending.turn = stretch.turn;
      if (chance(stretch, 'recap', 'accept') > LIKELY) pending.recapTurn = stretch.turn;
    } else if (stretch.turn > pending.turn && chance(stretch, 'propose_step', 'ask_sale', 'request', 'ask_closed') > 0.5) {
      pending.isDeferred = true;
    }
    return;
  }
  if (pending.recapTurn === null || pending.isDeferred || stretch.turn < pending.recapTurn) return;
  const objects = chance(stretch, 'decline', 'retract', 'defer', 'counter_time', 'correct', 'ask_open', 'object:not_interested');
  if (objects > LIKELY || chance(stretch, 'accept') > LIKELY) return;
  const [time = noTime] = pending.options;
  talk.standing = { time, turn: stretch.turn, probability: 0.7 * pending.probability, stretches: pending.stretches };
  talk.pending = null;
}

/** Who has yet to ask somebody has not agreed. */
function defer(talk: Talk, stretch: Stretch): void {
  if (talk.pending !== null && talk.pending.role !== stretch.role) talk.pending.isDeferred = true;
  if (talk.standing !== null && talk.standing.turn === stretch.turn) talk.standing = null;
}

function accept(talk: Talk, pending: Pending, stretch: Stretch, times: SpokenTime[]): void {
  const agreed = chance(stretch, 'accept');
  const same = times.find((one) => pending.options.some((option) => matches(option, one)));
  const time = same ?? (agreed > LIKELY ? times.at(-1) : undefined);
  const isAnswer = (stretch.turn <= pending.turn + 3 && !pending.isDeferred) || time !== undefined;
  if (!isAnswer || (agreed <= LIKELY && time === undefined)) return;
  const option = pending.options.find((one) => time === undefined || matches(one, time)) ?? pending.options[0] ?? noTime;
  const agreedTime = time === undefined ? option : merge(option, time, talk.context);
  const share = time === undefined && pending.options.length > 1 ? 0.6 : 1;
  talk.standing = {
    time: agreedTime,
    turn: stretch.turn,
    probability: pending.probability * Math.max(agreed, 0.8 * chance(stretch, 'promise', 'recap')) * share,
    stretches: [...pending.stretches, stretch.index],
  };
  talk.pending = null;
  remember(talk, agreedTime, stretch.index);
}

/** A recap or a correction of what stands: what it says replaces only its part. */
function restate(talk: Talk, standing: Standing, stretch: Stretch, times: readonly SpokenTime[]): void {
  const time = times.find((one) => matches(standing.time, one)) ?? times.at(-1);
  if (time === undefined) return;
  standing.time = merge(standing.time, time, talk.context);
  standing.stretches = [...standing.stretches, stretch.index];
  remember(talk, standing.time, stretch.index);
}

/** Whether a time said again is the same one as far as it goes. */
function matches(option: AgreedTime, said: SpokenTime): boolean {
  if (said.clock !== null && option.clock !== null && !isSameClock(said.clock, option.clock)) return false;
  const isClockSame = said.clock !== null && option.clock !== null;
  if (said.day === null) return isClockSame || (said.part !== null && said.part === option.part);
  const { weekday, date, offset } = said.day;
  if (option.day === null) return isClockSame;
  if (weekday !== undefined && option.day.weekday !== undefined) return weekday === option.day.weekday;
  if (date !== undefined && option.date !== null) return date === Number(option.date.slice(8));
  return offset !== undefined && offset === option.day.offset;
}

function conclude(conversation: Conversation, talk: Talk, { time, stretches, probability }: Standing): Agreement[] {
  if (time.day === null && time.clock === null) return [];
  const { called } = talk.context;
  const from = talk.start ?? stretches[0] ?? 0;
  const to = stretches.at(-1) ?? from;
  const isEvening = isEveningTalk(conversation.stretches.slice(talk.dayStart, to + 1));
  const clock = time.clock === null ? null : resolveClock(time.clock, time.part, isEvening);
  const callback = chanceOfCallback(conversation, from, to);
  const kind = callback > 0.5 ? 'callback' : 'appointment';
  return [
    {
      kind,
      asAgreed: phraseTime(time, called),
      missing: time.day === null ? 'day' : time.clock === null ? 'hour' : null,
      at: time.date === null ? null : clock === null ? time.date : `${time.date}T${clock}`,
      stretches: [...new Set(stretches)],
      probability: probability * (0.6 + 0.4 * Math.abs(2 * callback - 1)),
    },
  ];
}

/** `after work`, or other hours of that day that lie in the late afternoon: `home by six thirty`, then `seven`. */
function isEveningTalk(stretches: readonly Stretch[]): boolean {
  return stretches.some((stretch) => {
    if (chance(stretch, 'defer') > 0.5) return false;
    const words = stretch.words.map(({ text }) => text);
    if (/\b(evening|supper|tonight|dinner|after work|bedtime|bath)\b/.test(words.join(' '))) return true;
    return findTimes(words, true).some(({ clock, part }) => part === null && clock !== null && [4, 5, 6].includes(clock.hour ?? 0));
  });
}
