import type { Stretch } from '../../conversation/conversation.ts';
import { type AgreedTime, merge, noTime } from './agreed-time.ts';
import { confirms } from './confirms.ts';
import { isAnother } from './meeting-words.ts';
import type { SpokenTime } from './spoken-time.ts';
import { matches, NEVER, type Pending, remember, type Talk } from './talk.ts';

/** A time is put forward, whole or in part: what it leaves out is taken from what was spoken of before. */
export function propose(
  talk: Talk,
  stretch: Stretch,
  times: readonly SpokenTime[],
  probability: number,
): void {
  const isNew = talk.from === null || talk.standing !== null;
  if (isNew && confirms(stretch)) return;
  if (talk.standing !== null && isAnother(stretch)) startAnother(talk, talk.standing);
  const options = optionsOf(talk, times);
  const [first] = options;
  if (first === undefined) return;
  talk.from ??= stretch.index;
  const { pending } = talk;
  talk.pending = {
    options,
    role: stretch.role,
    turn: stretch.turn,
    probability,
    stretches: [...(pending?.stretches ?? []).slice(-1), stretch.index],
    isDeferred: false,
    deferTurn: NEVER,
    isInterrupted: false,
    answerTurn: NEVER,
    agreed: 0,
    recapTurn: null,
    former: pending !== null && pending.role !== stretch.role ? withoutFormer(pending) : null,
  };
  remember(talk, first, stretch);
}

function withoutFormer(pending: Pending): Pending {
  return { ...pending, former: null };
}

function startAnother(talk: Talk, standing: NonNullable<Talk['standing']>): void {
  talk.settled.push(standing);
  Object.assign(talk, { standing: null, pending: null, base: noTime, from: null, heard: null });
}

function optionsOf(talk: Talk, times: readonly SpokenTime[]): AgreedTime[] {
  const { pending, standing } = talk;
  const before = pending?.isDeferred === false ? pending.options : [standing?.time ?? talk.base];
  const options: AgreedTime[] = [];
  for (const time of times) {
    const last = options.at(-1);
    if (last !== undefined && (completes(last, time) || matches(last, time)))
      options[options.length - 1] = merge(last, time, talk.context);
    else {
      const known = before.find((option) => matches(option, time));
      options.push(merge(known ?? last ?? before[0] ?? noTime, time, talk.context));
    }
  }
  return options;
}

/** `thursday`, then `say three`; `wednesday`, then `the twentieth`: one time, not two to choose from. */
function completes({ day, clock }: AgreedTime, said: SpokenTime): boolean {
  if (said.day === null) return clock === null || said.clock === null;
  // `the week after next`, then `tuesday`.
  if (day === null && clock === null) return true;
  const isDated = said.day.date !== undefined && said.day.weekday === undefined;
  return isDated && day?.weekday !== undefined && day.date === undefined;
}
