import { bare, type Quote, quoteOf } from '../evidence/claim.ts';
import type { Cue } from '../patterns/find-cues.ts';
import { isNegated } from '../patterns/negation.ts';
import type { Reading } from '../reading.ts';
import type { Outcome } from './outcome.ts';

/** Somebody who talks on after this many words more is the right person after all. */
const WORDS_AFTER_WRONG_NUMBER = 45;

/** The contact wants no further calls, or is not the contact at all. */
export function findRefusedContact(reading: Reading): Outcome | null {
  return findDoNotContact(reading) ?? findWrongNumber(reading);
}

function findDoNotContact({ document, outcomeCues, people }: Reading): Outcome | null {
  const wished = outcomeCues.all('do_not_contact')[0];
  const promised = outcomeCues.all('removal')[0];
  const quotes: Quote[] = [];
  if (wished !== undefined) quotes.push(quoteOf(document, wished.unit, wished.from, wished.to));
  if (promised !== undefined) quotes.push(quoteOf(document, promised.unit, promised.from, promised.to));
  if (quotes.length === 0 || (wished === undefined && wrongNumberCues(outcomeCues).length > 0)) return null;
  return {
    code: 'do_not_contact',
    reasoning:
      wished === undefined
        ? `${people.agent} promised to stop contacting ${people.contact}: "${bare(quotes[0])}".`
        : `${people.contact} asked not to be contacted again: "${bare(quotes[0])}".`,
    quotes,
    when: null,
  };
}

function wrongNumberCues(outcomeCues: Reading['outcomeCues']) {
  return outcomeCues.all('wrong_number');
}

/** In a call this short, `my mistake` from the agent says it all, even where recognition lost the contact's words. */
const WORDS_OF_A_WRONG_CALL = 90;

function agentsMistake(document: Reading['document'], confirmed: readonly Cue[]): Cue | undefined {
  return document.words.length <= WORDS_OF_A_WRONG_CALL ? confirmed[0] : undefined;
}

function findWrongNumber({ document, outcomeCues, people }: Reading): Outcome | null {
  const said = wrongNumberCues(outcomeCues).filter(
    (cue) => !isNegated(document.words, cue.unit.from, cue.from),
  );
  const confirmed = outcomeCues.all('wrong_number_agent');
  const proof = said[0] ?? agentsMistake(document, confirmed);
  if (proof === undefined) return null;
  const plain = document.words.slice(proof.from, proof.to).some((word) => word.text === 'wrong');
  if (!plain && said.length < 2 && confirmed.length === 0) return null;
  const later = document.units.filter((unit) => unit.role === 'contact' && unit.index > proof.unit.index);
  if (later.reduce((sum, unit) => sum + unit.to - unit.from, 0) > WORDS_AFTER_WRONG_NUMBER) return null;
  const quote = quoteOf(document, proof.unit, proof.from, proof.to);
  return {
    code: 'wrong_number',
    reasoning: `The person who answered is not ${people.contact}: "${bare(quote)}".`,
    quotes: [quote],
    when: null,
  };
}
