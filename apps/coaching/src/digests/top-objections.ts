import { unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import { type CallFacts, handled, type Objection } from '../facts/call-facts.ts';
import { isSettled, objects } from '../facts/objections-met.ts';
import { isCut, isTelling, statementsFirst, type Told } from '../facts/telling-quotes.ts';
import { contactOf, firstName, quoted, quotedWithin, sentence } from '../facts/wording.ts';

export interface TopObjection {
  readonly label: string;
  /** Calls with it. */
  readonly count: number;
  readonly best_answer: string | null;
  readonly told: readonly Told[];
}

const MOST = 3;
const LEAST_CALLS = 2;

/**
 * The kinds of objection that came up in most calls, with an answer that the contact took, in the call that handled its
 * objections best.
 */
export function topObjections(
  calls: readonly CallFacts[],
  names: ReadonlyMap<string, string>,
): TopObjection[] {
  const raised = calls.flatMap((call) =>
    call.objections
      .filter((objection) => !isSettled(call, objection))
      .map((objection) => ({ call, objection })),
  );
  return [...Map.groupBy(raised, ({ objection }) => objection.kind)]
    .map(([label, ofKind]) => ({ label, ofKind, count: new Set(ofKind.map(({ call }) => call)).size }))
    .filter(({ label, count }) => label !== unnamedKind && count >= LEAST_CALLS)
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))
    .slice(0, MOST)
    .map(({ label, ofKind, count }) => ({ label, count, ...bestAnswer(ofKind, names) }));
}

/** How much of what was said and answered is cut. */
function unreadable({ objection: { quote, answer } }: Raised): number {
  return Number(isCut(quote)) + Number(answer !== null && isCut(answer));
}

type Raised = { call: CallFacts; objection: Objection };

function bestAnswer(
  ofKind: readonly Raised[],
  names: ReadonlyMap<string, string>,
): Pick<TopObjection, 'best_answer' | 'told'> {
  const [best] = ofKind
    .filter(
      ({ objection: { isSure, quote, answer } }) =>
        isSure && isTelling(quote) && answer !== null && isTelling(answer),
    )
    .sort((a, b) => unreadable(a) - unreadable(b) || handled(b.call) - handled(a.call));
  if (best === undefined || best.objection.answer === null) {
    const told = ofKind
      .filter(({ objection: { isSure, quote } }) => isSure && isTelling(quote) && objects(quote))
      .map(({ call, objection: { quote } }) => ({ call, quote, claim: 'The objection' }));
    return { best_answer: null, told: statementsFirst(told).slice(0, 1) };
  }
  const { call, objection } = best;
  const name = firstName(names.get(call.user_id) ?? call.agent);
  return {
    best_answer: sentence(
      `When ${contactOf(call)} said ${quotedWithin(objection.quote)}, ${name} answered ${quoted(best.objection.answer)}`,
    ),
    told: [
      { call, quote: objection.quote, claim: 'The objection' },
      { call, quote: best.objection.answer, claim: 'Its answer' },
    ],
  };
}
