import { authorityKind, noTimeKind, unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import { type CallFacts, criterionFor, handling, type Objection, type Quote } from './call-facts.ts';
import { isCut, isTelling, letsGo, pointsElsewhere, takesUp } from './readable-quotes.ts';
import { type CriterionSummary, LEAST_CALLS } from './summarize-criteria.ts';
import { statementsFirst, type Told } from './telling-quotes.ts';

/** Fewer say nothing about how somebody meets them. */
const ENOUGH = 8;
/** Of a call with less than this none was taken up. */
const NONE = 0.3;
export const TAKING_UP = 'taking up an objection before answering it';

export interface ObjectionsMet {
  /** With an objection. */
  readonly calls: readonly CallFacts[];
  /** Sums of probabilities: about how many were heard, and clearly acknowledged or asked about. */
  readonly heard: number;
  readonly takenUp: number;
}

/** Who wants somebody there for the appointment that the call ends with objects to nothing. */
export function isSettled({ outcomes }: Pick<CallFacts, 'outcomes'>, { kind }: Objection): boolean {
  return kind === authorityKind && outcomes.includes('appointment_set');
}

/** By what is counted of the agent's speech, as a signal counts it. */
export function objectionsMet(calls: readonly CallFacts[]): ObjectionsMet {
  const raised = calls.filter(({ speech }) => (speech?.objections ?? 0) > 0);
  return {
    calls: raised,
    heard: raised.reduce((sum, { speech }) => sum + (speech?.objections ?? 0), 0),
    takenUp: raised.reduce((sum, call) => sum + takenUpIn(call), 0),
  };
}

function takenUpIn({ speech }: CallFacts): number {
  const { objections = 0, objections_acknowledged = 0, objections_explored = 0 } = speech ?? {};
  return Math.min(objections, objections_acknowledged + objections_explored);
}

/**
 * How objections were met, where at most such a share of them was taken up. A criterion is judged call by call, and of the one or two
 * objections of a call it is seldom clear; of all of them together it is.
 */
export function seldomTakenUp(calls: readonly CallFacts[], atMost: number): CriterionSummary | undefined {
  const own = calls.flatMap((call) => criterionFor(call, handling) ?? []).at(-1);
  const { calls: raised, heard, takenUp } = objectionsMet(calls);
  if (own === undefined || raised.length < LEAST_CALLS || heard < ENOUGH || takenUp > atMost * heard)
    return undefined;
  const { id, title, weight, indicators } = own;
  const share = takenUp / heard;
  return {
    ...{ id, title, weight, indicators, share, cost: weight * (1 - share), heard: [] },
    ...{ calls: raised.length, points: takenUp, potential: heard },
    missing: [{ indicator: 'acknowledged_objections', phrase: TAKING_UP, calls: raised.length }],
  };
}

/** Those of calls in which none was taken up, in words that stand alone; one of each call, of a named kind that is for the contact to settle, and the newest, first. */
export function passedOver(calls: readonly CallFacts[]): Told[] {
  const without = objectionsMet(calls).calls.filter((call) => takenUpIn(call) < NONE);
  const told = without.toReversed().flatMap((call) =>
    countedOf(call)
      .filter(({ isSure, answer, quote }) => isSure && answer === null && isTelling(quote))
      .filter(({ quote }) => objects(quote) && !pointsElsewhere(quote) && !isCut(quote))
      .filter(({ reply }) => !reply || !(takesUp(reply) || letsGo(reply) || asksBack(reply)))
      .map(({ kind, quote }) => ({ ...{ call, quote, kind }, claim: `Missing: ${TAKING_UP}` })),
  );
  const isNamed = ({ kind }: { kind: string }) => kind !== unnamedKind && kind !== authorityKind;
  const ranked = told.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const first = statementsFirst(ranked);
  return first
    .filter(({ call }, index) => first.findIndex((one) => one.call === call) === index)
    .map(({ kind: _, ...one }) => one);
}

/** `Okay. What would you want to see?` */
function asksBack({ quote }: Quote): boolean {
  return /\b(?:what|why|how)\b[^.?!]*\?/i.test(quote);
}

function countedOf(call: CallFacts): Objection[] {
  return call.objections.filter((one) => one.kind !== noTimeKind && !isSettled(call, one));
}

/** `I sell rolls for eighty cents` follows an objection: alone it refuses, doubts or weighs nothing. */
export function objects({ quote }: Quote): boolean {
  return /n['’]t\b|\b(?:no|not|never|nobody|nothing|too|only|but|enough|already|cheaper|expensive|bad|afford|worried|afraid|lot of|(?:more|less|better|worse) than|have to|need to|wait|why|how do i know)\b/i.test(
    quote,
  );
}
