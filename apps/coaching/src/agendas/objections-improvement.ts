import { saidAfter } from '../facts/exchanges-of.ts';
import { replyIn, type Told } from '../facts/telling-quotes.ts';
import { wonOverIn } from '../facts/won-over.ts';
import { contactOf, dayName, quoted, quotedWithin, sentence, withContacts } from '../facts/wording.ts';
import type { Focus } from './agenda-focus.ts';
import { momentOf } from './agenda-questions.ts';
import type { Improvement } from './points-improvement.ts';
import { pushesBack } from './what-it-cost.ts';

const SHOWN = 2;

/** What is told of objections that were seldom taken up, by how many there were and not by points. */
export function objectionsImprovement(
  { criterion, calls: all }: Focus,
  passed: readonly Told[],
): Improvement {
  const { id, title, points, potential, calls, missing } = criterion;
  const since = all.map(({ occurred_at }) => occurred_at).toSorted()[0] ?? '';
  const shown = passed.slice(0, SHOWN);
  // What went well since the newest that is told.
  const newest =
    shown
      .map(({ call }) => call.occurred_at)
      .toSorted()
      .at(-1) ?? '';
  const told = shown.map(({ call, quote }) => {
    const reply = replyIn(call, quote);
    // The title has the days.
    const said = `${contactOf(call)} said`;
    if (reply === null) return sentence(`${said} ${quoted(quote)}`);
    const after = saidAfter(call, quote);
    if (after === null || !pushesBack(after))
      return sentence(`${said} ${quotedWithin(quote)}, and you went on with ${quoted(reply)}`);
    const then = `you went on with ${quotedWithin(reply)}, and what came back was ${quoted({ quote: after })}`;
    return sentence(`${said} ${quotedWithin(quote)}, ${then}`);
  });
  const well = all
    .filter(({ occurred_at }) => occurred_at >= newest)
    .flatMap((call) => wonOverIn(call) ?? [])
    .at(-1);
  const except =
    well === undefined
      ? ''
      : `; with ${contactOf(well.call)} on ${dayName(well.call.occurred_at)} you did take the objection up first`;
  const where =
    shown.length === 0 ? '' : ` (missing, for example, ${withContacts(shown.map(({ call }) => call))})`;
  return {
    ...{ criterion_id: id, criterion: title, title: `${title}: ${missing[0]?.phrase}${where}` },
    text: [
      `Since ${dayName(since)} you have mostly answered objections without showing first that you had heard them${except}.`,
      ...told,
      'First say back what you heard, then ask, and only then answer.',
    ].join(' '),
    figures: { points, potential, calls },
    moments: shown.map(({ call, quote }) => momentOf(call, quote)),
    // What went well is praised as well, and is no moment to work on.
    named: well === undefined ? [] : [momentOf(well.call, well.first)],
  };
}
