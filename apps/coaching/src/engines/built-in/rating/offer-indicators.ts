import { quoteOf } from '../evidence/claim.ts';
import emptyWords from '../lexicons/empty-words.json' with { type: 'json' };
import { mentionsMoney } from '../objections/money.ts';
import type { Reading } from '../reading.ts';
import type { Unit } from '../text/document.ts';
import { pitchQuote } from './discovery-indicators.ts';
import { heard, type Indicator, missing, notApplicable, quoteCue, quoteCues } from './indicator.ts';

const ENOUGH_BENEFITS = 2;
const BENEFIT_WORDS = 6;
const empty = new Set(emptyWords.words);

function benefits({ cues, questions }: Reading) {
  const asked = new Set(questions.map(({ unit }) => unit.index));
  return cues
    .all('value')
    .filter(({ unit }) => unit.to - unit.from >= BENEFIT_WORDS && !asked.has(unit.index));
}

export const statedBenefits: Indicator = ({ reading }) => {
  const found = quoteCues(reading.document, benefits(reading), 3);
  return found.length === 0
    ? missing(pitchQuote(reading))
    : heard(found, Math.min(1, found.length / ENOUGH_BENEFITS), pitchQuote(reading));
};

/** A benefit in the contact's own words: it repeats something the contact said before. */
export const tiedToNeed: Indicator = ({ reading }) => {
  const { document } = reading;
  const said = new Set<string>();
  let next = 0;
  for (const { unit } of benefits(reading)) {
    for (; next < unit.index; next += 1) {
      const own = document.units[next] as Unit;
      if (own.role === 'contact') for (const lemma of contentLemmas(reading, own)) said.add(lemma);
    }
    const shared = document.words
      .slice(unit.from, unit.to)
      .find(({ lemma }) => !empty.has(lemma) && lemma.length > 2 && said.has(lemma));
    if (shared !== undefined) return heard([quoteOf(document, unit, unit.from, unit.to)]);
  }
  const first = benefits(reading)[0];
  return missing(first === undefined ? pitchQuote(reading) : quoteCue(document, first));
};

function contentLemmas({ document }: Reading, unit: Unit): string[] {
  const lemmas = document.words.slice(unit.from, unit.to).map(({ lemma }) => lemma);
  return lemmas.filter((lemma) => lemma.length > 2 && !empty.has(lemma));
}

export const gaveProof: Indicator = ({ reading }) => {
  const found = quoteCues(reading.document, reading.cues.all('proof'), 1);
  return found.length === 0 ? missing(pitchQuote(reading)) : heard(found);
};

/** Where the contact asks what it costs or finds it dear. */
export function priceRaised({ document, questions, objections }: Reading): Unit | undefined {
  const asked = questions.find(({ unit }) => unit.role === 'contact' && mentionsMoney(document, unit));
  return asked?.unit ?? objections.find(({ kind }) => kind === 'price')?.raisedIn[0];
}

export const answeredPrice: Indicator = ({ reading }) => {
  const { document } = reading;
  const raised = priceRaised(reading);
  if (raised === undefined) return notApplicable;
  const answer = document.units.find(
    (unit) =>
      unit.role === 'agent' &&
      unit.index > raised.index &&
      unit.turn <= raised.turn + 3 &&
      mentionsMoney(document, unit),
  );
  return answer === undefined
    ? missing(quoteOf(document, raised, raised.from, raised.to))
    : heard([quoteOf(document, answer, answer.from, answer.to)]);
};

export const askedBudget: Indicator = ({ reading }) => {
  const asked = new Set(reading.questions.map(({ unit }) => unit.index));
  const found = reading.cues.all('asks_budget').find(({ unit }) => asked.has(unit.index));
  if (found !== undefined) return heard([quoteCue(reading.document, found)]);
  const raised = priceRaised(reading);
  return raised === undefined
    ? notApplicable
    : missing(quoteOf(reading.document, raised, raised.from, raised.to));
};
