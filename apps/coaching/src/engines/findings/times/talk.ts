import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import type { Stretch } from '../../conversation/conversation.ts';
import { type AgreedTime, isSameClock, noTime } from './agreed-time.ts';
import type { DayContext } from './resolve-time.ts';
import type { SpokenTime } from './spoken-time.ts';

/** The number of no turn. */
export const NEVER = -1;
/** Acts below this probability are not worth considering. */
export const LIKELY = 0.35;

/** A time that somebody proposed and nobody has accepted yet; several where there was a choice. */
export interface Pending {
  options: AgreedTime[];
  role: SpeakerRole;
  turn: number;
  probability: number;
  stretches: number[];
  /** Declined, or put off to ask somebody: from then on only a yes that names the time accepts it. */
  isDeferred: boolean;
  deferTurn: number;
  /** Whoever proposed it has asked something else since, which is what a bare yes answers until they come back to it. */
  isInterrupted: boolean;
  /** The turn that answers it, and how likely what it has said so far is a yes: `fine` and `sure` add up. */
  answerTurn: number;
  agreed: number;
  /** The turn in which the one who proposed it took it as agreed. */
  recapTurn: number | null;
  /** What the other side had proposed before: it is open again when this is declined. */
  former: Pending | null;
}

/** A time that was agreed on. */
export interface Standing {
  time: AgreedTime;
  turn: number;
  probability: number;
  stretches: number[];
  /** First stretch of the talk about it, and the first about the day that was agreed. */
  from: number;
  dayFrom: number;
}

/** What the talk about times has come to, stretch by stretch. */
export interface Talk {
  context: DayContext;
  /** What was last spoken of, agreed or not: the next proposal may name only a part. */
  base: AgreedTime;
  pending: Pending | null;
  standing: Standing | null;
  /** Agreed before, and left alone by the talk about another meeting. */
  settled: Standing[];
  /** First stretch of the talk, the first about the day that is spoken of now, and the turn of the last. */
  from: number | null;
  dayFrom: number;
  lastTurn: number;
  /** The last time that was mentioned without being proposed. */
  heard: { time: AgreedTime; role: SpeakerRole; turn: number; stretch: number } | null;
}

export function newTalk(called: string): Talk {
  return {
    context: { called, around: null, week: null },
    base: noTime,
    pending: null,
    standing: null,
    settled: [],
    from: null,
    dayFrom: 0,
    lastTurn: 0,
    heard: null,
  };
}

export function remember(talk: Talk, time: AgreedTime, stretch: Stretch): void {
  if (time.date !== talk.base.date) talk.dayFrom = stretch.index;
  talk.lastTurn = stretch.turn;
  talk.base = time;
  if (time.date !== null) talk.context.around = time.date;
}

/** Whether a time said again is the same one as far as it goes. */
export function matches(option: AgreedTime, said: SpokenTime): boolean {
  if (said.clock !== null && option.clock !== null && !isSameClock(said.clock, option.clock)) return false;
  const isClockSame = said.clock !== null && option.clock !== null;
  if (said.day === null) return isClockSame || (said.part !== null && said.part === option.part);
  if (option.day === null) return isClockSame;
  const { weekday, date, offset } = said.day;
  if (weekday !== undefined && option.day.weekday !== undefined) return weekday === option.day.weekday;
  if (date !== undefined && option.date !== null) return date === Number(option.date.slice(8));
  return offset !== undefined && offset === option.day.offset;
}

export function matchesAny(options: readonly AgreedTime[], said: SpokenTime): boolean {
  return options.some((option) => matches(option, said));
}
