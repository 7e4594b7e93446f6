import { type Quote, quoteOf, quoteUnit } from '../evidence/claim.ts';
import type { Reading } from '../reading.ts';
import { answerUnits, judge } from '../replies/reply-to.ts';
import type { Unit } from '../text/document.ts';
import type { SpokenTime } from '../times/find-times.ts';
import { fullestMoment, type SpokenMoment } from '../times/spoken-moment.ts';

/** A time one side named and the other took. */
export interface Agreement {
  kind: 'meeting' | 'call';
  /** Where it was settled. */
  unit: Unit;
  when: SpokenMoment;
  quotes: readonly Quote[];
}

/** Sentences looked at, back from the time, for what it is for. */
const PURPOSE_REACH = 10;

/** Every time that was proposed and accepted, or repeated as settled without contradiction, in the order spoken. */
export function findAgreements(reading: Reading): Agreement[] {
  const { document, times } = reading;
  const found: Agreement[] = [];
  for (const unit of document.units) {
    const ahead = times.ahead(unit);
    if (ahead.length === 0) {
      found.push(...settledInPassing(reading, unit));
      continue;
    }
    const answer = settledBy(reading, unit);
    if (answer === null) continue;
    const kind = purposeOf(reading, unit) ?? (ahead.some(({ day }) => day) ? 'meeting' : null);
    // An hour for nobody knows what (`she works till five`) is no appointment.
    if (kind === null) continue;
    const quotes = [quoteOf(document, unit, (ahead[0] as SpokenTime).from, (ahead.at(-1) as SpokenTime).to)];
    if (answer !== unit) quotes.push(quoteUnit(document, answer));
    found.push({
      kind,
      unit,
      when: fullestMoment(document, ahead),
      quotes,
    });
  }
  return found;
}

/** Turns back from `see you then` to the time it means. */
const THEN_TURNS = 6;

/** `See you then` settles the time named last, even where recognition lost the yes to it. */
function settledInPassing(reading: Reading, unit: Unit): Agreement[] {
  const { document, times, outcomeCues, cues } = reading;
  if (!outcomeCues.has(unit, 'sees_then') || cues.has(unit, 'tentative')) return [];
  const named = document.units.findLast(
    (own) => own.index < unit.index && own.turn >= unit.turn - THEN_TURNS && times.ahead(own).length > 0,
  );
  if (named === undefined || cues.has(named, 'declines') || cues.has(named, 'tentative')) return [];
  const ahead = times.ahead(named);
  const quotes = [quoteUnit(document, named), quoteUnit(document, unit)];
  return [{ kind: 'meeting', unit, when: fullestMoment(document, ahead), quotes }];
}

/**
 * The sentence that settles the time in `unit`: the other side's acceptance, or `unit` itself when it takes up the
 * other side's offer or repeats the appointment. Null when nothing is settled.
 */
function settledBy(reading: Reading, unit: Unit): Unit | null {
  const { document, cues, outcomeCues, times } = reading;
  const proposes =
    outcomeCues.has(unit, 'scheduling') || outcomeCues.has(unit, 'confirmation') || isOffered(reading, unit);
  if (!proposes || cues.has(unit, 'tentative') || outcomeCues.has(unit, 'engaged_elsewhere')) return null;
  const answer = answerUnits(document, unit);
  const reply = judge(cues, answer);
  const counters = answer.some((own) => times.ahead(own).length > 0);
  if (reply === 'declined' || reply === 'tentative') return null;
  if (reply === 'accepted') {
    const accepting = answer.find((own) => cues.has(own, 'accepts')) as Unit;
    return counters && !cues.has(accepting, 'accepts') ? null : accepting;
  }
  if (counters || reading.questions.some((question) => question.unit === unit)) return null;
  const takesUp = cues.has(unit, 'accepts') && !cues.has(unit, 'declines') && isOffered(reading, unit);
  return takesUp || outcomeCues.has(unit, 'confirmation') ? unit : null;
}

/** Whether the other side asked for or offered a time just before. */
function isOffered({ document, outcomeCues, times }: Reading, unit: Unit): boolean {
  const before = document.turns[unit.turn - 1];
  if (before === undefined || before.role === unit.role) return false;
  return document.units
    .slice(before.fromUnit, before.toUnit)
    .some(
      (own) =>
        outcomeCues.has(own, 'scheduling') ||
        outcomeCues.has(own, 'callback_offer') ||
        times.ahead(own).length > 0,
    );
}

/**
 * What the time is for: the nearest word about meeting or calling. What comes after counts half as near as what comes
 * before: `Saturday is fine` is followed by `I'll call on Thursday to confirm`.
 */
function purposeOf({ document, outcomeCues }: Reading, unit: Unit): 'meeting' | 'call' | null {
  for (let back = 0; back <= PURPOSE_REACH; back += 1) {
    const before = purposeIn(outcomeCues, document.units[unit.index - back]);
    if (before !== null) return before;
    const ahead = back % 2 === 0 && back > 0 ? back / 2 : null;
    const after = ahead === null ? null : purposeIn(outcomeCues, document.units[unit.index + ahead]);
    if (after !== null) return after;
  }
  return null;
}

function purposeIn(outcomeCues: Reading['outcomeCues'], unit: Unit | undefined): 'meeting' | 'call' | null {
  if (unit === undefined) return null;
  const calls =
    outcomeCues.has(unit, 'callback_request') ||
    outcomeCues.has(unit, 'callback_offer') ||
    outcomeCues.has(unit, 'calling');
  if (calls) return 'call';
  return outcomeCues.has(unit, 'meeting') ? 'meeting' : null;
}
