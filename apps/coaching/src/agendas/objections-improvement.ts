import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { saidAfter } from '../facts/exchanges-of.ts';
import { replyIn, type Told } from '../facts/telling-quotes.ts';
import { contactOf, dayName, quoted, quotedWithin, sentence, withContacts } from '../facts/wording.ts';
import type { Focus } from './agenda-focus.ts';
import { momentOf } from './agenda-questions.ts';
import { pushesBack } from './what-it-cost.ts';

const SHOWN = 2;

/** What is told of objections that were seldom taken up, by how many there were and not by points. */
export function objectionsImprovement(
  { criterion, calls: all }: Focus,
  passed: readonly Told[],
): AgendaContent['improvements'][number] {
  const { id, title, points, potential, calls, missing } = criterion;
  const since = all.map(({ occurred_at }) => occurred_at).toSorted()[0] ?? '';
  const shown = passed.slice(0, SHOWN);
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
  const where = shown.length === 0 ? '' : ` (for example ${withContacts(shown.map(({ call }) => call))})`;
  return {
    ...{ criterion_id: id, criterion: title, title: `${title}: ${missing[0]?.phrase}${where}` },
    text: [
      `Since ${dayName(since)} you have mostly answered objections before anything showed that you had heard them.`,
      ...told,
      'Say what you heard in it before you answer.',
    ].join(' '),
    figures: { points, potential, calls },
    moments: shown.map(({ call, quote }) => momentOf(call, quote)),
  };
}
