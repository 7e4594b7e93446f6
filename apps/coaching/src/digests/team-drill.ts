import { doneIn } from '../agendas/done-in.ts';
import { IS_BUSY, pushesBack } from '../agendas/what-it-cost.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { isHandling, type Quote } from '../facts/criterion-of-call.ts';
import { exchangesOf, saidAfter } from '../facts/exchanges-of.ts';
import { isReply, lineFor, lineForObjection, placeOfLine } from '../facts/lines-to-say.ts';
import { occasionIn } from '../facts/occasion-in.ts';
import { isWhole } from '../facts/readable-quotes.ts';
import { type CriterionSummary, isFairness } from '../facts/summarize-criteria.ts';
import { missedIn, type Told } from '../facts/telling-quotes.ts';
import { capitalized, contactOf, dayName, isTooLong, quoted, sentence } from '../facts/wording.ts';
import type { TopObjection } from './top-objections.ts';

interface Given {
  /** What the team set, or what costs it much. */
  readonly drilled: CriterionSummary | undefined;
  readonly objections: readonly TopObjection[];
  /** Of the team, in the period. */
  readonly passed: readonly Told[];
  /** What the digest says got least, where there is none of these. */
  readonly otherwise: CriterionSummary | undefined;
}

const PAIRS = 'in pairs, for ten minutes:';
const GOES_ON = /^(?:but|and|so|or|because|then|that['’]s why)\b/i;
const TURN = 'Change roles after three rounds.';

/** A sum or a rate of one call is no line for others. */
const NAMES_FIGURES =
  /\d|%|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|percent|dollars?|euros?|pounds?|bucks|cents?)\b/i;

/**
 * Of what the digest names, by words of its period: what the team set or what costs it most; where nothing costs much, an objection
 * that was passed over and came back harder, then a top objection, where it was passed over or not answered well; else what got
 * least. Nobody is told to do better what is praised.
 */
export function teamDrill(
  calls: readonly CallFacts[],
  { drilled, objections, passed, otherwise }: Given,
): string | null {
  if (drilled !== undefined) return drill(calls, drilled);
  const dearest = passed.toReversed().flatMap(cameBack)[0];
  if (dearest !== undefined)
    return `An objection that is passed over comes back harder. In pairs, for ten minutes: one ${says(dearest)} The other says back what was heard, asks one question, and only then answers. ${TURN}`;
  for (const { label, told, model, best_answer } of objections) {
    const over = passed.filter((one) => kindOf(one) === label);
    // A colleague cannot read out one that begins in the middle of a thought.
    const one = over.find(({ quote }) => !GOES_ON.test(quote.quote)) ?? over[0] ?? told[0];
    if (one === undefined) continue;
    const practice = `${label} objections, ${PAIRS} one ${says(one)}`;
    if (over.length > 0 || best_answer === null)
      return `${practice} The other answers with “${lineForObjection(label, 'acknowledged_objections')}” and then waits. ${TURN}`;
    if (model !== undefined) {
      const own = NAMES_FIGURES.test(model.quote) ? 'words and figures' : 'words';
      return `${practice} The other says in ${own} of their own what ${model.name} answered: ${sentence(quoted(model))} ${TURN}`;
    }
  }
  return otherwise?.missing[0] === undefined ? null : drill(calls, otherwise);
}

/** What the contact said to an answer that passed the objection over: it is still open. */
function cameBack({ call, quote }: Told): { call: CallFacts; quote: Quote }[] {
  const after = saidAfter(call, quote);
  if (after === null || !pushesBack(after) || !isWhole({ quote: after }) || isTooLong(after)) return [];
  return [{ call, quote: { ...quote, quote: after } }];
}

function drill(calls: readonly CallFacts[], criterion: CriterionSummary): string {
  const { title, missing } = criterion;
  const indicator = missing[0]?.indicator;
  const missed = missedIn(calls, criterion);
  const heard = missed.find(({ call, quote }) => quote.speaker !== call.agent);
  const told = heard ?? (isReply(indicator) ? occasionIn(calls, criterion) : undefined);
  const unfair = isFairness(indicator) ? missed[0] : undefined;
  const kind = told === undefined ? undefined : kindOf(told);
  const line = `“${isReply(indicator) && isHandling(indicator) ? lineForObjection(kind, indicator) : lineFor(indicator)}”`;
  if (unfair !== undefined)
    return `${capitalized(title.toLowerCase())}, ${PAIRS} ${freely(unfair)} ${line} is one way. ${TURN}`;
  const practice =
    told === undefined
      ? PRACTICE[placeOfLine(indicator)](line, answerIn(calls, criterion), indicator)
      : `one ${says(told)} The other answers with ${line} and then waits.`;
  return `${capitalized(title.toLowerCase())}, ${PAIRS} ${practice} ${TURN}`;
}

/** Whose words they are is for the agent's own agenda. */
function freely({ call, quote }: Told): string {
  const said = `one reads out what was said to ${contactOf(call)} on ${dayName(call.occurred_at)}: ${quoted(quote)}`;
  return `${sentence(said)} The other says what was meant in a way that leaves the customer free to say no;`;
}

function kindOf({ call, quote }: Pick<Told, 'call' | 'quote'>): string | undefined {
  return call.objections.find((one) => one.quote.segment_index === quote.segment_index)?.kind;
}

function says({ call, quote }: Pick<Told, 'call' | 'quote'>): string {
  return sentence(`says what ${contactOf(call)} said on ${dayName(call.occurred_at)}: ${quoted(quote)}`);
}

/** What a contact answered to an opening that missed it: ` as Paul did on 10 November: “Yeah, real quick.”` */
function answerIn(calls: readonly CallFacts[], { id, missing }: CriterionSummary): string {
  const indicator = missing[0]?.indicator ?? '';
  const [found] = doneIn(calls, indicator, id)
    .missed.toReversed()
    .flatMap((call) =>
      exchangesOf(call, 'beginning').flatMap(({ after }) =>
        after !== null && isWhole({ quote: after }) && (indicator !== ASKS_WHETHER || IS_BUSY.test(after))
          ? [{ call, after }]
          : [],
      ),
    );
  if (found === undefined) return ' as a customer who is busy.';
  const { call, after } = found;
  return sentence(` as ${contactOf(call)} did on ${dayName(call.occurred_at)}: ${quoted({ quote: after })}`);
}

const ASKS_WHETHER = 'asked_permission';

const PRACTICE: Readonly<
  Record<ReturnType<typeof placeOfLine>, (line: string, answer: string, indicator?: string) => string>
> = {
  // Those words came after the agent's opening, and the agent has to do something with them.
  beginning: (line, answer, indicator) =>
    indicator === ASKS_WHETHER
      ? `one says who is calling and why, and asks ${line} The other answers${answer} The first agrees on another hour, or says how short it will be.`
      : `one opens a call with ${line} and says it. The other answers${answer} The first goes on from there.`,
  end: (line) =>
    `one plays the customer of their last call. The other ends the call with ${line} and waits for the answer.`,
  price: (line) =>
    `one asks what it costs. The other answers with ${line}, with their own figures in it, and then waits.`,
  within: (line) => `one plays the customer of the last call. The other says ${line} and then waits.`,
};

/** Whether a drill has the words of a customer. */
export function repeatsWords(teamDrill: string): boolean {
  return /\bone (?:says what|reads out what)|\bThe other answers as (?!a customer who)/i.test(teamDrill);
}
