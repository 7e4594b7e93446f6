import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CallFacts } from '../facts/call-facts.ts';
import { agentsWords, isEcho, settledBy, untilItsTurn } from '../facts/exchanges-of.ts';
import { takes } from '../facts/plainly-agreed.ts';
import { asks, isCut, isTelling, isWhole } from '../facts/readable-quotes.ts';
import { hasCondition, putsOff, saidNext } from '../facts/said-next.ts';
import { isUnfair } from '../facts/telling-quotes.ts';
import {
  contactOf,
  dayName,
  quoted,
  quotedWithin,
  sentence,
  timeNamed,
  variantOf,
} from '../facts/wording.ts';
import { momentOf } from './agenda-questions.ts';

type Win = AgendaContent['wins'][number];

/** Outcomes that an agent works towards. */
const successes = new Set(['appointment_set', 'sale_made', 'next_step_agreed']);

/**
 * Calls that ended as an agent works towards, the newest first, each by the contact's words or the time that stood.
 * @param isStepTold Whether another win tells of a next step: a time alone would say it again.
 */
export function ended(calls: readonly CallFacts[], isStepTold = false): Win[] {
  const reached = calls
    .toReversed()
    .filter((call) => call.outcomes.some((outcome) => successes.has(outcome)) && !isUnfair(call));
  return reached.flatMap((call, index): Win[] => {
    const name = contactOf(call);
    const day = dayName(call.occurred_at);
    const named = call.outcomeQuotes.find(
      (quote) =>
        quote.speaker !== call.agent &&
        isWhole(quote) &&
        !asks(quote) &&
        !/^(?:no|nope|nah)\b/i.test(quote.quote),
    );
    if (named !== undefined && putsOff(named)) return [];
    if (call.doubted != null && (named === undefined || !takes(named.quote, call.doubted))) return [];
    const said = named === undefined ? undefined : untilItsTurn(call, named);
    const time = call.agreed == null ? null : timeNamed(call.agreed, call.agreed_at);
    const words = said ?? call.outcomeQuotes[0];
    if (words === undefined || (said === undefined && (time === null || isStepTold))) return [];
    const texts =
      said === undefined
        ? [
            `You and ${name} settled on ${time} in the call of ${day}`,
            `Your call with ${name} on ${day} ended with a time: ${time}`,
          ]
        : call.outcomes.includes('sale_made')
          ? [`Your call with ${name} on ${day} ended with a sale, and ${name} said ${quoted(said)}`]
          : hasCondition(said)
            ? [`${name} named a next step on ${day}, with a condition: ${saidNext(call, said, ' You')}`]
            : [
                `Your call with ${name} on ${day} led to a next step${of(time)}, and ${name} said ${quoted(said)}`,
                `${name} agreed to a next step on ${day}${of(time)}: ${quoted(said)}`,
                `${name} left your call on ${day} with a next step${of(time)}: ${quoted(said)}`,
              ];
    const text = texts[(index + variantOf(call.user_id, texts.length)) % texts.length] ?? '';
    return [{ text: sentence(text), moments: [momentOf(call, words)] }];
  });
}

function of(time: string | null): string {
  return time === null ? '' : `, ${time}`;
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
