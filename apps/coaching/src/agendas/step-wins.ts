import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import type { Quote } from '../facts/criterion-of-call.ts';
import {
  agentsWords,
  agreementIn,
  exchangesOf,
  isEcho,
  settledBy,
  untilItsTurn,
} from '../facts/exchanges-of.ts';
import { asks, isCut, isTelling, isWhole } from '../facts/readable-quotes.ts';
import { putsOff } from '../facts/said-next.ts';
import { isUnexplained, isUnfair } from '../facts/telling-quotes.ts';
import { contactOf, dayName, quoted, quotedWithin, sentence, timeNamed } from '../facts/wording.ts';
import { momentOf } from './agenda-questions.ts';

type Win = AgendaContent['wins'][number];

/** Outcomes that an agent works towards. */
const successes = new Set(['appointment_set', 'sale_made', 'next_step_agreed']);

/** Sales, and steps that the contact took, the newest first, by what the agent did for it: that somebody comes at two praises nobody. */
export function ended(calls: readonly CallFacts[]): Win[] {
  const reached = calls
    .toReversed()
    .filter((call) => call.outcomes.some((outcome) => successes.has(outcome)) && !isUnfair(call));
  return reached.flatMap((call): Win[] =>
    call.outcomes.includes('sale_made') ? soldIn(call) : steppedIn(call),
  );
}

function soldIn(call: CallFacts): Win[] {
  const said = wordsOf(call);
  const text = `Your call with ${contactOf(call)} on ${dayName(call.occurred_at)} ended with a sale`;
  if (said !== undefined)
    return [
      {
        text: sentence(`${text}, and ${contactOf(call)} said ${quoted(said)}`),
        moments: [momentOf(call, said)],
      },
    ];
  // `Do it.` says no more than that.
  const [shown] = call.outcomeQuotes;
  return shown === undefined ? [] : [{ text: sentence(text), moments: [momentOf(call, shown)] }];
}

/** What the agent proposed and the contact took in more than a word, with the time that stood in the end. */
function steppedIn(call: CallFacts): Win[] {
  if (call.agreed == null) return [];
  const taken = exchangesOf(call, 'proposal').findLast(
    ({ after, text }) => after !== null && agreementIn(after, text) !== null && isWhole({ quote: after }),
  );
  if (taken?.after == null) return [];
  const own = agentsWords(call, taken);
  if (!isTelling(own) || isCut(own) || isUnexplained({ call, quote: own })) return [];
  const [day, name] = [dayName(call.occurred_at), contactOf(call)];
  const did = asks(own) ? 'asked' : 'proposed';
  const stood = ` You agreed on ${timeNamed(call.agreed, call.agreed_at)}.`;
  const text = `On ${day} you ${did} ${quotedWithin(own)}, and ${name} said ${quoted({ quote: taken.after })}`;
  return [{ text: `${sentence(text)}${stood}`, moments: [momentOf(call, own)] }];
}

/** A time that stood, told where nothing else is a win: what the agent did for it no words show. */
export function reached(calls: readonly CallFacts[]): Win[] {
  const [last] = calls
    .filter(
      (call) =>
        call.agreed != null && call.outcomes.some((outcome) => successes.has(outcome)) && !isUnfair(call),
    )
    .toReversed();
  if (last?.agreed == null || last.outcomeQuotes[0] === undefined) return [];
  const text = `Your call with ${contactOf(last)} on ${dayName(last.occurred_at)} ended with a time: ${timeNamed(last.agreed, last.agreed_at)}.`;
  return [{ text, moments: [momentOf(last, last.outcomeQuotes[0])] }];
}

/** The contact's last words, unless they put it off. */
function wordsOf(call: CallFacts): Quote | undefined {
  const named = call.outcomeQuotes.find(
    (quote) =>
      quote.speaker !== call.agent &&
      isWhole(quote) &&
      !asks(quote) &&
      !/^(?:no|nope|nah)\b/i.test(quote.quote),
  );
  return named === undefined || putsOff(named) ? undefined : untilItsTurn(call, named);
}

/** Steps without a known time that the contact agreed to, the newest first, with what was turned down before. */
export function settled(calls: readonly CallFacts[]): Win[] {
  return calls
    .toReversed()
    .filter((call) => call.agreed == null && !isUnfair(call))
    .flatMap((call): Win[] => {
      const step = settledBy(call);
      if (step === null) return [];
      const [day, name] = [dayName(call.occurred_at), contactOf(call)];
      const own = agentsWords(call, step.proposal);
      const said = quoted({ quote: step.after });
      if (step.before !== null) {
        const first = agentsWords(call, step.before);
        const then = `you proposed ${quotedWithin(own)} instead, and ${name} said ${said}`;
        const text = sentence(`On ${day} ${quotedWithin(first)} did not suit ${name}: ${then}`);
        return [{ text, moments: [momentOf(call, first), momentOf(call, own)] }];
      }
      if (!isTelling(own) || isCut(own)) return [];
      const text = sentence(
        isEcho(own.quote, step.after)
          ? `On ${day} ${name} agreed to what you proposed: ${quoted(own)}`
          : `On ${day} you proposed ${quotedWithin(own)}, and ${name} said ${said}`,
      );
      return [{ text, moments: [momentOf(call, own)] }];
    });
}
