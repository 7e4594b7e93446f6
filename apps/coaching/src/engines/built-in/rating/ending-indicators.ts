import { type Quote, quoteUnit } from '../evidence/claim.ts';
import type { ObjectionHandling } from '../objections/judge-handling.ts';
import type { Reading } from '../reading.ts';
import {
  agentUnits,
  heard,
  type Indicator,
  missing,
  notApplicable,
  quoteCue,
  quoteCues,
} from './indicator.ts';

/** Agent turns that belong to the end of the call. */
const CLOSING_TURNS = 3;
const AGREED = new Set(['appointment_set', 'callback_requested', 'next_step_agreed']);

export const proposedNextStep: Indicator = ({ reading }) => {
  const { document, cues, commitments } = reading;
  const found = cues.all('next_step_proposal').at(-1);
  if (found !== undefined) return heard([quoteCue(document, found)]);
  const promised = commitments.find(({ kind }) => kind === 'promise');
  return promised === undefined ? missing(lastWords(reading)) : heard(promised.quotes.slice(0, 1));
};

export const agreedNextStep: Indicator = ({ reading, outcome }) =>
  AGREED.has(outcome.code) ? heard(outcome.quotes.slice(0, 2)) : missing(lastWords(reading));

export const fixedTime: Indicator = ({ reading, outcome }) => {
  const { document, times, commitments } = reading;
  if (AGREED.has(outcome.code) && outcome.when !== null) return heard(outcome.quotes.slice(0, 1));
  const dated = commitments.find(
    ({ unit, kind }) => kind !== 'contact' && times.in(unit).some(({ ahead }) => ahead),
  );
  if (dated !== undefined && AGREED.has(outcome.code)) return heard([quoteUnit(document, dated.unit)], 0.5);
  return missing(outcome.quotes[0] ?? lastWords(reading));
};

export const recapped: Indicator = ({ reading }) => {
  const { document, cues } = reading;
  const half = document.units.length / 2;
  const found = cues
    .all('recap')
    .filter(({ unit }) => unit.index >= half)
    .at(-1);
  return found === undefined ? missing(lastWords(reading)) : heard([quoteCue(document, found)]);
};

export const closedPolitely: Indicator = ({ reading }) => {
  const { document, cues } = reading;
  const from = document.turns.filter(({ role }) => role === 'agent').at(-CLOSING_TURNS)?.fromUnit ?? 0;
  const found = quoteCues(
    document,
    cues.all('closing').filter(({ unit }) => unit.index >= from),
    1,
  );
  return found.length === 0 ? missing(lastWords(reading)) : heard(found);
};

type Step = 'acknowledged' | 'explored' | 'answered' | 'confirmed';

/** The share of the objections at which the agent took a step. */
function stepTaken(step: Step): Indicator {
  return ({ handlings }) => {
    if (handlings.length === 0) return notApplicable;
    const taken = handlings.flatMap((handling): Quote | never[] => handling[step] ?? []);
    if (taken.length === 0) return missing(openObjection(handlings, step));
    return heard(taken.slice(0, 2), taken.length / handlings.length, openObjection(handlings, step));
  };
}

/** The objection at which the step was not taken. */
export function openObjection(handlings: readonly ObjectionHandling[], step: Step): Quote | undefined {
  return handlings.find((handling) => handling[step] === null)?.objection.quotes[0];
}

export const acknowledgedObjections = stepTaken('acknowledged');
export const exploredObjections = stepTaken('explored');
export const answeredObjections = stepTaken('answered');
export const confirmedObjections = stepTaken('confirmed');

function lastWords({ document }: Reading): Quote | undefined {
  const last = agentUnits(document).findLast(({ from, to }) => to - from > 2) ?? document.units.at(-1);
  return last === undefined ? undefined : quoteUnit(document, last);
}
