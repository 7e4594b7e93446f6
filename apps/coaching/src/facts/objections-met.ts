import { authorityKind, noTimeKind, unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import { mayTakeUp } from '../engines/findings/objections/taken-up.ts';
import type { SpeechCount } from '../engines/findings/speech/speech.ts';
import { type CallFacts, criterionFor, type Objection } from './call-facts.ts';
import { handling } from './criterion-of-call.ts';
import { isWelcomed } from './exchanges-of.ts';
import { wantsNoCalls } from './judged-fairly.ts';
import { isTelling, letsGo, objects, pointsElsewhere, takesUp } from './readable-quotes.ts';
import { type CriterionSummary, LEAST_CALLS } from './summarize-criteria.ts';
import { statementsFirst, type Told } from './telling-quotes.ts';

/** Nobody is told so on fewer that were surely passed over, or where these are not half of those that were clear. */
const LEAST_PASSED = 4;
const HALF = 0.5;
export const TAKING_UP = 'taking up an objection before answering it';

export interface ObjectionsMet {
  /** With a clear objection. */
  readonly calls: readonly CallFacts[];
  readonly heard: number;
  readonly takenUp: number;
  /** Surely; of the others it is not clear. */
  readonly passedOver: number;
}

/** Who wants somebody there for the appointment that the call ends with objects to nothing. */
export function isSettled({ outcomes }: Pick<CallFacts, 'outcomes'>, { kind }: Objection): boolean {
  return kind === authorityKind && outcomes.includes('appointment_set');
}

/** Of those that were heard clearly, by the agent's whole next turn, as a signal counts them. */
export function objectionsMet(calls: readonly CallFacts[]): ObjectionsMet {
  const raised = calls.filter(({ speech }) => (speech?.objections_clear ?? 0) > 0);
  const sum = (count: SpeechCount) => raised.reduce((all, { speech }) => all + (speech?.[count] ?? 0), 0);
  return {
    calls: raised,
    heard: sum('objections_clear'),
    takenUp: sum('objections_taken_up'),
    passedOver: sum('objections_passed_over'),
  };
}

export function areMostlyPassedOver(heard: number, passed: number): boolean {
  return passed >= LEAST_PASSED && passed >= HALF * heard;
}

/**
 * How objections were met, where most were passed over, one of them in the calls of the period. A criterion is judged call by call,
 * and of the one or two objections of a call it is seldom clear; of all of them together it is.
 */
export function seldomTakenUp(
  calls: readonly CallFacts[],
  ofPeriod: readonly CallFacts[],
): CriterionSummary | undefined {
  const own = calls.flatMap((call) => criterionFor(call, handling) ?? []).at(-1);
  const { calls: raised, heard, passedOver: passed } = objectionsMet(calls);
  const now = objectionsMet(ofPeriod);
  if (own === undefined || raised.length < LEAST_CALLS || !areMostlyPassedOver(heard, passed))
    return undefined;
  if (now.passedOver === 0 || now.takenUp >= now.passedOver) return undefined;
  const { id, title, weight, indicators } = own;
  const share = (heard - passed) / heard;
  return {
    ...{ id, title, weight, indicators, share, cost: weight * (1 - share), heard: [] },
    ...{ calls: raised.length, points: heard - passed, potential: heard },
    missing: [{ indicator: 'acknowledged_objections', phrase: TAKING_UP, calls: raised.length }],
    mostClear: 1,
  };
}

/**
 * Those that were surely passed over, in words that stand alone; one of each call, of the period before that of the weeks before,
 * of a named kind that is for the contact to settle, and the newest, first.
 */
export function passedOver(calls: readonly CallFacts[], ofPeriod: readonly CallFacts[] = calls): Told[] {
  const without = calls.filter(({ speech }) => (speech?.objections_passed_over ?? 0) > 0);
  const told = without.toReversed().flatMap((call) =>
    countedOf(call)
      .filter(({ isSure, answer, quote }) => isSure && answer === null && isTelling(quote))
      .filter(({ quote }) => objects(quote) && !pointsElsewhere(quote) && !isWelcomed(call, quote))
      .filter(({ reply }) => !reply || !(mayTakeUp(reply.quote) || takesUp(reply) || letsGo(reply)))
      .map(({ kind, quote }) => ({ ...{ call, quote, kind }, claim: `Missing: ${TAKING_UP}` })),
  );
  const isNamed = ({ kind }: { kind: string }) => kind !== unnamedKind && kind !== authorityKind;
  const ranked = told.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const isNow = ({ call }: { call: CallFacts }) => ofPeriod.includes(call);
  const first = statementsFirst(ranked).toSorted((a, b) => Number(isNow(b)) - Number(isNow(a)));
  return first
    .filter(({ call }, index) => first.findIndex((one) => one.call === call) === index)
    .map(({ kind: _, ...one }) => one);
}

function countedOf(call: CallFacts): Objection[] {
  return call.objections.filter(
    (one) => one.kind !== noTimeKind && !isSettled(call, one) && !wantsNoCalls(call, one.quote),
  );
}
