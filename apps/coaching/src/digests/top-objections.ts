import { unnamedKind } from '../engines/findings/objections/objection-labels.ts';
import { type CallFacts, handled, type Objection } from '../facts/call-facts.ts';
import { isTelling, type Told } from '../facts/telling-quotes.ts';
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
/** Share of the points for handling objections from which an answer is worth repeating. */
const WELL = 0.5;

/** The kinds of objection that came up in most calls, with the answer in the call that handled its objections best. */
export function topObjections(
  calls: readonly CallFacts[],
  names: ReadonlyMap<string, string>,
): TopObjection[] {
  const raised = calls.flatMap((call) => call.objections.map((objection) => ({ call, objection })));
  return [...Map.groupBy(raised, ({ objection }) => objection.kind)]
    .map(([label, ofKind]) => ({ label, ofKind, count: new Set(ofKind.map(({ call }) => call)).size }))
    .filter(({ label, count }) => label !== unnamedKind && count >= LEAST_CALLS)
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label))
    .slice(0, MOST)
    .map(({ label, ofKind, count }) => ({ label, count, ...bestAnswer(ofKind, names) }));
}

type Raised = { call: CallFacts; objection: Objection };

function bestAnswer(
  ofKind: readonly Raised[],
  names: ReadonlyMap<string, string>,
): Pick<TopObjection, 'best_answer' | 'told'> {
  const [best] = ofKind
    .filter(
      ({ call, objection: { answer } }) => answer !== null && isTelling(answer) && handled(call) >= WELL,
    )
    .sort(
      (a, b) =>
        Number(b.objection.isHandled) - Number(a.objection.isHandled) || handled(b.call) - handled(a.call),
    );
  if (best === undefined || best.objection.answer === null) {
    const told = ofKind.map(({ call, objection: { quote } }) => ({ call, quote, claim: 'The objection' }));
    return { best_answer: null, told: told.filter(({ quote }) => isTelling(quote)).slice(0, 1) };
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
