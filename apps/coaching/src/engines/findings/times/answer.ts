import { chance, type Stretch } from '../../conversation/conversation.ts';
import { merge, noTime } from './agreed-time.ts';
import type { Move } from './move.ts';
import { propose } from './propose.ts';
import type { SpokenTime } from './spoken-time.ts';
import {
  LIKELY,
  matches,
  matchesAny,
  NEVER,
  type Pending,
  remember,
  type Standing,
  type Talk,
} from './talk.ts';

/** A bare yes within this many turns accepts a proposal. */
const ANSWER_TURNS = 3;

/** Less than this adds nothing to what was said before. */
const LEAST = 0.1;

type Times = readonly SpokenTime[];

/** A yes to what the other side proposed, or their words repeated. Says whether it was one. */
export function accept(talk: Talk, pending: Pending, stretch: Stretch, times: Times, move: Move): boolean {
  const same = times.find((time) => matchesAny(pending.options, time));
  const echoes = 0.8 * (move.promises + move.repeats) + 0.6 * (move.listens + move.proposes);
  const isThinking = pending.isDeferred && pending.deferTurn === stretch.turn;
  const now = Math.min(1, move.accepts + (same === undefined ? 0 : echoes));
  const agrees = 1 - (1 - now) * (1 - (pending.answerTurn === stretch.turn ? pending.agreed : 0));
  if (now < LEAST) return false;
  Object.assign(pending, { answerTurn: stretch.turn, agreed: agrees });
  const isElsewhere = same === undefined && times.length > 0;
  if (agrees <= (isElsewhere ? 0.5 : LIKELY) || agrees < move.refuses) return false;
  const isLate =
    (pending.isDeferred && !isThinking) ||
    pending.isInterrupted ||
    stretch.turn > pending.turn + ANSWER_TURNS;
  if (times.length === 0 && isLate) return false;
  const time = same ?? times.at(-1);
  const options = pending.options.filter((option) => time === undefined || matches(option, time));
  const option = options[0] ?? pending.options[0] ?? noTime;
  const isGuess = time === undefined && pending.options.length > 1;
  settle(talk, stretch, {
    time: time === undefined ? option : merge(option, time, talk.context),
    probability: pending.probability * agrees * (isGuess ? 0.6 : 1),
    stretches: [...pending.stretches, stretch.index],
  });
  return true;
}

function settle(
  talk: Talk,
  stretch: Stretch,
  agreed: Pick<Standing, 'time' | 'probability' | 'stretches'>,
): void {
  remember(talk, agreed.time, stretch);
  const from = talk.from ?? stretch.index;
  talk.standing = { ...agreed, turn: stretch.turn, from, dayFrom: talk.dayFrom };
  talk.pending = null;
}

/** A recap or a correction of what stands: what it says replaces only its part, and the same again makes it surer. */
export function restate(
  talk: Talk,
  standing: Standing,
  stretch: Stretch,
  times: Times,
  probability: number,
): void {
  const same = times.find((one) => matches(standing.time, one));
  const time = same ?? times.find(({ day, clock }) => day !== null && clock !== null) ?? times.at(-1);
  if (time === undefined) return;
  const restated = merge(standing.time, time, talk.context);
  // `i will call you that morning` speaks of something else, unless it corrects.
  const losesHour = standing.time.clock !== null && restated.clock === null;
  if (losesHour && chance(stretch, 'correct', 'retract') < 0.5) return;
  if (same !== undefined) standing.probability = 1 - (1 - standing.probability) * (1 - 0.5 * probability);
  standing.time = restated;
  standing.stretches = [...standing.stretches, stretch.index];
  remember(talk, standing.time, stretch);
}

/**
 * Whoever proposed a time and then takes it as settled has been agreed with by an answer that is not a refusal. A new
 * question or offer of theirs in between is what a bare yes answers.
 */
export function followUp(talk: Talk, pending: Pending, stretch: Stretch, times: Times, move: Move): void {
  if (stretch.role === pending.role) {
    const asks = chance(stretch, 'propose_step', 'ask_sale', 'request', 'ask_closed');
    if (times.some((time) => matchesAny(pending.options, time))) {
      pending.turn = stretch.turn;
      pending.isInterrupted = false;
      if (move.repeats + move.accepts > LIKELY) pending.recapTurn = stretch.turn;
    } else if (stretch.turn > pending.turn && asks > 0.5) pending.isInterrupted = true;
    return;
  }
  if (pending.recapTurn === null || pending.isDeferred || stretch.turn < pending.recapTurn) return;
  const objects = chance(stretch, 'counter_time', 'correct', 'object:not_interested', 'ask_open');
  if (Math.max(objects, move.refuses, move.defers, move.accepts) > LIKELY) return;
  const { options, stretches, probability } = pending;
  settle(talk, stretch, { time: options[0] ?? noTime, probability: 0.7 * probability, stretches });
}

/** Takes up again what was declined, put off or only mentioned: `so in pencil thursday at eight`. */
export function resume(talk: Talk, stretch: Stretch, times: Times, move: Move): void {
  const { heard } = talk;
  const isAnswer = heard !== null && heard.role !== stretch.role && heard.turn >= stretch.turn - 1;
  const known = times.filter(
    (time) => matches(talk.base, time) || (time.day !== null && time.clock !== null),
  );
  if (isAnswer && move.accepts > LIKELY && times.some((time) => matches(heard.time, time))) {
    accept(talk, offerOf(heard), stretch, times, move);
  } else if (known.length > 0 && move.repeats > LIKELY) propose(talk, stretch, known, move.repeats);
  const [time] = times;
  if (time !== undefined && talk.standing === null) {
    const merged = merge(talk.base, time, talk.context);
    talk.heard = { time: merged, role: stretch.role, turn: stretch.turn, stretch: stretch.index };
  }
}

/** What was only mentioned, as if it had been proposed. */
function offerOf({ time, role, turn, stretch }: NonNullable<Talk['heard']>): Pending {
  const never = {
    isDeferred: false,
    isInterrupted: false,
    deferTurn: NEVER,
    answerTurn: NEVER,
    agreed: 0,
    recapTurn: null,
    former: null,
  };
  return { options: [time], role, turn, probability: 0.7, stretches: [stretch], ...never };
}
