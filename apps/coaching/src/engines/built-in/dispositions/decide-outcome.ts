import { bare, type Quote, quoteOf, quoteUnit } from '../evidence/claim.ts';
import type { Cue } from '../patterns/find-cues.ts';
import { isNegated } from '../patterns/negation.ts';
import type { Reading } from '../reading.ts';
import { answerUnits, judge } from '../replies/reply-to.ts';
import type { Unit } from '../text/document.ts';
import { completed, fullestMoment } from '../times/spoken-moment.ts';
import { type Agreement, findAgreements } from './find-agreements.ts';
import { findMissedCall } from './find-missed-call.ts';
import { findNextStep } from './find-next-step.ts';
import { findRefusedContact } from './find-refused-contact.ts';
import type { Outcome } from './outcome.ts';

/** How the conversation ended. What was settled last counts: a refusal after an appointment cancels it. */
export function decideOutcome(reading: Reading): Outcome {
  const missed = findMissedCall(reading) ?? findRefusedContact(reading);
  if (missed !== null) return missed;
  const agreements = findAgreements(reading);
  const refusal = lastRefusal(reading);
  const cancelled = Math.max(refusal?.unit.index ?? -1, lastCancellation(reading));
  const standing = agreements.filter((agreement) => agreement.unit.index > cancelled);
  const meeting = standing.filter(({ kind }) => kind === 'meeting').at(-1);
  if (meeting !== undefined) return appointment(reading, meeting, agreements);
  const callback = findCallback(reading, standing, cancelled);
  if (callback !== null) return callback;
  const nextStep = findNextStep(reading, cancelled);
  if (nextStep !== null) return nextStep;
  if (refusal !== null) return notInterested(reading, [refusal.quote]);
  return declinedProposal(reading) ?? weaklyRefused(reading) ?? noNextStep(reading);
}

function appointment({ people }: Reading, settled: Agreement, agreements: readonly Agreement[]): Outcome {
  const meetings = agreements.filter(({ kind }) => kind === 'meeting');
  const when = completed(
    settled.when,
    meetings.map((meeting) => meeting.when),
  );
  const named = meetings.findLast((meeting) => meeting.when === when) ?? settled;
  const quotes = named === settled ? settled.quotes : [...named.quotes, ...settled.quotes];
  return {
    code: 'appointment_set',
    reasoning: `${people.agent} and ${people.contact} agreed on ${when.text}: "${named.quotes.map(bare).join('" – "')}".`,
    quotes,
    when: when.text,
  };
}

function findCallback(reading: Reading, standing: readonly Agreement[], after: number): Outcome | null {
  const { document, outcomeCues, people, times } = reading;
  const call = standing.filter(({ kind }) => kind === 'call').at(-1);
  const requests = outcomeCues
    .all('callback_request')
    .filter((cue) => cue.unit.index > after && !isNegated(document.words, cue.unit.from, cue.from));
  const request = requests.at(-1);
  if (request === undefined && call === undefined) return null;
  const quotes: Quote[] = [];
  if (request !== undefined) quotes.push(quoteOf(document, request.unit, request.from, request.to));
  if (call !== undefined) quotes.push(...call.quotes);
  const asked = request === undefined ? [] : times.in(request.unit).filter(({ ahead }) => ahead);
  const named = asked.length === 0 ? null : fullestMoment(document, asked);
  const moment = call === undefined ? named : completed(call.when, named === null ? [] : [named]);
  const when = moment?.text ?? null;
  return {
    code: 'callback_requested',
    reasoning:
      request === undefined
        ? `${people.contact} agreed to another call${when === null ? '' : `, ${when}`}: "${bare(quotes[0])}".`
        : `${people.contact} asked to be called again: "${bare(quotes[0])}".`,
    quotes,
    when,
  };
}

function notInterested({ people }: Reading, quotes: readonly Quote[]): Outcome {
  return {
    code: 'not_interested',
    reasoning: `${people.contact} declined: "${bare(quotes[0])}".`,
    quotes,
    when: null,
  };
}

/** The last plain refusal; `no thanks` to `anything else?` refuses nothing. */
function lastRefusal(reading: Reading): { unit: Unit; quote: Quote } | null {
  const { document, outcomeCues, cues } = reading;
  const refusals = outcomeCues.all('refusal').filter((cue) => !answersAnythingElse(reading, cue));
  const last = refusals.at(-1);
  if (last === undefined) return null;
  const later = document.units.filter((unit) => unit.role === 'contact' && unit.turn > last.unit.turn);
  // A reflex at the start of a conversation that then warms up is an objection, not the outcome.
  const warmedUp = later.filter(
    (unit) => outcomeCues.has(unit, 'positive') || outcomeCues.has(unit, 'buys'),
  ).length;
  if (warmedUp > 0 && later.length >= 3 && judge(cues, later) !== 'declined') return null;
  return {
    unit: last.unit,
    quote: quoteOf(document, last.unit, last.from, last.to),
  };
}

function answersAnythingElse({ document, cues }: Reading, cue: Cue): boolean {
  const before = document.turns[cue.unit.turn - 1];
  if (before === undefined) return false;
  return document.units.slice(before.fromUnit, before.toUnit).some((unit) => cues.has(unit, 'anything_else'));
}

function lastCancellation({ outcomeCues }: Reading): number {
  return outcomeCues.all('rescheduled').at(-1)?.unit.index ?? -1;
}

/** A no to the last thing the agent proposed ends as a refusal, however few words it took. */
function declinedProposal(reading: Reading): Outcome | null {
  const { document, cues, questions } = reading;
  const asked = new Set(questions.map(({ unit }) => unit.index));
  const proposal = cues.all('next_step_proposal').findLast(({ unit }) => asked.has(unit.index));
  if (proposal === undefined) return null;
  const answer = answerUnits(document, proposal.unit);
  if (answer[0] === undefined || judge(cues, answer) !== 'declined') return null;
  return notInterested(reading, [quoteUnit(document, answer[0])]);
}

/** Two different reasons why they need nothing, and no sign of interest, are a refusal without the word. */
function weaklyRefused(reading: Reading): Outcome | null {
  const refusing = reading.objections.filter(({ kind }) => kind === 'need' || kind === 'competitor');
  const open = reading.objections.some(
    ({ kind }) => kind === 'think' || kind === 'timing' || kind === 'authority',
  );
  if (refusing.length < 2 || open || reading.outcomeCues.all('positive').length > 0) return null;
  return notInterested(
    reading,
    refusing.flatMap(({ quotes }) => quotes.slice(0, 1)),
  );
}

function noNextStep({ document }: Reading): Outcome {
  const last =
    document.units.findLast((unit) => unit.role === 'contact' && unit.to - unit.from > 2) ??
    (document.units.at(-1) as Unit);
  const quote = quoteUnit(document, last);
  return {
    code: 'no_next_step',
    reasoning: `The conversation ended without an agreed next step; the contact's last words: "${bare(quote)}".`,
    quotes: [quote],
    when: null,
  };
}
