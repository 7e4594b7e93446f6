import { unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import { type CallFacts, isHandling } from '../facts/call-facts.ts';
import { lineFor, lineForObjection, placeOfLine } from '../facts/lines-to-say.ts';
import type { CriterionSummary } from '../facts/summarize-criteria.ts';
import { missedIn, type Told } from '../facts/telling-quotes.ts';
import { capitalized, contactOf, dayName, quoted, sentence } from '../facts/wording.ts';
import type { TopObjection } from './top-objections.ts';

interface Given {
  /** What the team set, or what costs it much. */
  readonly drilled: CriterionSummary | undefined;
  readonly objections: readonly TopObjection[];
  /** Of the team: of the period, and of the weeks before. */
  readonly passed: readonly Told[];
  /** Where there is none of these. */
  readonly otherwise: CriterionSummary | undefined;
}

const PAIRS = 'in pairs, for ten minutes:';
const GOES_ON = /^(?:but|and|so|or|because|then|that['’]s why)\b/i;
const TURN = 'Change roles after three rounds.';

/** A sum or a rate of one call is no line for others. */
const NAMES_FIGURES =
  /\d|%|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|percent|dollars?|euros?|pounds?|bucks|cents?)\b/i;

/**
 * Of what the team set or what costs it most; where nothing costs much, of an objection that was passed over, else of the one
 * that came up most. What was answered well is drilled only with that answer: nobody is told to do better what is praised.
 */
export function teamDrill(
  calls: readonly CallFacts[],
  { drilled, objections, passed, otherwise }: Given,
): string | null {
  if (drilled !== undefined) return drill(drilled, missedIn(calls, drilled));
  // A colleague cannot read out one that begins in the middle of a thought: `But we’d have to have the sixty first`.
  const over = passed.find(({ quote }) => !GOES_ON.test(quote.quote)) ?? passed[0];
  if (over !== undefined) {
    const kind = kindOf(over);
    const label = kind === undefined || kind === unnamedKind ? 'Objections' : `${kind} objections`;
    return `${label}, ${PAIRS} one ${says(over)} The other answers with “${lineForObjection(kind, 'acknowledged_objections')}” and then waits. ${TURN}`;
  }
  for (const { label, told, model, best_answer } of objections) {
    const [one] = told;
    if (one === undefined) continue;
    if (best_answer === null)
      return `${label} objections, ${PAIRS} one ${says(one)} The other answers with “${lineForObjection(label, undefined)}” and then waits. ${TURN}`;
    if (model !== undefined && !NAMES_FIGURES.test(model.quote))
      return `${label} objections, ${PAIRS} one ${says(one)} The other says in words of their own what ${model.name} answered: ${sentence(quoted(model))} ${TURN}`;
  }
  return otherwise === undefined ? null : drill(otherwise, missedIn(calls, otherwise));
}

function drill({ title, missing }: CriterionSummary, missed: readonly Told[]): string {
  const indicator = missing[0]?.indicator;
  const told = missed.find(({ call, quote }) => quote.speaker !== call.agent);
  const kind = told === undefined ? undefined : kindOf(told);
  const line = `“${isHandling(indicator) ? lineForObjection(kind, indicator) : lineFor(indicator)}”`;
  const practice =
    told === undefined
      ? PRACTICE[placeOfLine(indicator)](line)
      : `one ${says(told)} The other answers with ${line} and then waits.`;
  return `${capitalized(title.toLowerCase())}, ${PAIRS} ${practice} ${TURN}`;
}

function kindOf({ call, quote }: Told): string | undefined {
  return call.objections.find((one) => one.quote.segment_index === quote.segment_index)?.kind;
}

function says({ call, quote }: Pick<Told, 'call' | 'quote'>): string {
  return sentence(`says what ${contactOf(call)} said on ${dayName(call.occurred_at)}: ${quoted(quote)}`);
}

const PRACTICE: Readonly<Record<ReturnType<typeof placeOfLine>, (line: string) => string>> = {
  beginning: (line) =>
    `one answers the telephone as a customer. The other opens the call with ${line} and waits for the answer.`,
  end: (line) =>
    `one plays the customer of their last call. The other ends the call with ${line} and waits for the answer.`,
  price: (line) =>
    `one asks what it costs. The other answers with ${line}, with figures of their own, and then waits.`,
  within: (line) => `one plays the customer of the last call. The other says ${line} and then waits.`,
};

/** Whether a drill has the words of a customer. */
export function repeatsWords(teamDrill: string): boolean {
  return /\bone says what\b/i.test(teamDrill);
}
