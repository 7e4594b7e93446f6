import type { Cue } from '../patterns/find-cues.ts';
import { answerUnits } from '../replies/reply-to.ts';
import { heard, type Indicator, missing, notApplicable, quoteCue } from './indicator.ts';

/** Declining more often than this means the agent did not listen the first time. */
const POLITE_TRIES = 1;

/** A no is a no: after a wish to be left alone at once, after a plain refusal following one polite try. */
export const respectedNo: Indicator = ({ reading, outcome }) => {
  const { document, outcomeCues } = reading;
  const wishes = outcomeCues.all('do_not_contact');
  const refusals = outcome.code === 'do_not_contact' ? wishes : outcomeCues.all('refusal');
  const turns = new Set(refusals.map(({ unit }) => unit.turn));
  const first = refusals[0];
  if (first === undefined) return notApplicable;
  const tries = turns.size - 1;
  const allowed = outcome.code === 'do_not_contact' ? 0 : POLITE_TRIES;
  const last = refusals.at(-1) as Cue;
  if (tries > allowed) return missing(quoteCue(document, first));
  const answer = answerUnits(document, last.unit);
  const accepted = answer.find(
    (unit) =>
      ['removal', 'wrong_number_agent'].some((name) => outcomeCues.has(unit, name)) ||
      reading.cues.has(unit, 'acknowledge') ||
      reading.cues.has(unit, 'closing'),
  );
  const shown =
    accepted === undefined
      ? []
      : [
          reading.cues.in(accepted, 'acknowledge') ??
            reading.cues.in(accepted, 'closing') ??
            outcomeCues.in(accepted, 'removal'),
        ];
  const quotes = shown.flatMap((cue) => (cue === undefined ? [] : [quoteCue(document, cue)]));
  return quotes.length === 0
    ? missing(quoteCue(document, last))
    : heard(quotes, tries > 0 ? 0.5 : 1, quoteCue(document, first));
};
