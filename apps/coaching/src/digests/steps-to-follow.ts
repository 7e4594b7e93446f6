import { asksFor } from '../agendas/promise-candidates.ts';
import { LEAVES_A_STEP } from '../agendas/question-candidates.ts';
import type { CallFacts, Quote } from '../facts/call-facts.ts';
import { agentsWords, exchangesOf, isEcho, settledBy, untilItsTurn } from '../facts/exchanges-of.ts';
import { isParticular, isTelling, isWhole } from '../facts/readable-quotes.ts';
import { endedWith, hasCondition } from '../facts/said-next.ts';
import type { Told } from '../facts/telling-quotes.ts';
import {
  contactOf,
  dayName,
  firstName,
  quoted,
  quotedWithin,
  sentence,
  timeNamed,
} from '../facts/wording.ts';

interface StepToFollow {
  readonly user_id: string;
  readonly detail: string;
  readonly told: Told;
}

/** A list that nobody reads to its end follows up nothing. */
const MOST = 20;
/** After these something may be left as well: it has to be said in so many words. */
const MAY_LEAVE_ONE = new Set(['sale_made', 'unclear']);

/** What the latest calls left to be done, by the time that stood, else by the words that tell it. */
export function stepsToFollow(
  calls: readonly CallFacts[],
  names: ReadonlyMap<string, string>,
): StepToFollow[] {
  return calls
    .flatMap((call): StepToFollow[] => {
      const agent = firstName(names.get(call.user_id) ?? call.agent);
      const leaves = (codes: ReadonlySet<string>) => call.outcomes.some((outcome) => codes.has(outcome));
      const told = leaves(LEAVES_A_STEP)
        ? (agreedIn(call, agent) ?? saidIn(call, agent) ?? promisedIn(call, agent))
        : leaves(MAY_LEAVE_ONE)
          ? (agreedIn(call, agent) ?? closedWith(call, agent) ?? askedOf(call, agent))
          : undefined;
      if (told === undefined) return [];
      const { quote, text } = told;
      return [
        {
          user_id: call.user_id,
          detail: sentence(text),
          told: { call, quote, claim: 'What is to be followed up' },
        },
      ];
    })
    .slice(-MOST);
}

interface Step {
  readonly quote: Quote;
  readonly text: string;
}

/** A time that stood, or a step that the contact agreed to. */
function agreedIn(call: CallFacts, agent: string): Step | undefined {
  const who = between(call, agent);
  const time = call.agreed == null ? null : timeNamed(call.agreed, call.agreed_at);
  const quote = wordsOf(call);
  if (time !== null && quote !== undefined) return { quote, text: `${who}: they settled on ${time}` };
  const step = settledBy(call);
  if (step === null) return undefined;
  const own = agentsWords(call, step.proposal);
  const said = isEcho(own.quote, step.after) ? 'agreed' : `said ${quoted({ quote: step.after })}`;
  return {
    quote: own,
    text: `${who}: ${agent} proposed ${quotedWithin(own)}, and ${contactOf(call)} ${said}`,
  };
}

function saidIn(call: CallFacts, agent: string): Step | undefined {
  const quote = wordsOf(call);
  if (quote === undefined || !(isWhole(quote) || isParticular(quote))) return undefined;
  const speaker = quote.speaker === call.agent ? agent : contactOf(call);
  const condition = hasCondition(quote) ? ', with a condition' : '';
  return { quote, text: `${between(call, agent)}${condition}: ${speaker} said ${quoted(quote)}` };
}

function promisedIn(call: CallFacts, agent: string): Step | undefined {
  const [quote] = call.promises
    .flatMap(({ quotes }) => quotes)
    .filter((one) => one.speaker === call.agent && isTelling(one));
  if (quote === undefined) return undefined;
  return { quote, text: `${between(call, agent)}: ${agent} said ${quoted(quote)}` };
}

/** `I'll see you Sunday, Grace.`, after a proposal. */
function closedWith(call: CallFacts, agent: string): Step | undefined {
  const last = exchangesOf(call, 'proposal').at(-1);
  const own = last === undefined ? undefined : agentsWords(call, last);
  const close = own === undefined ? undefined : endedWith(call, own);
  if (own === undefined || close === undefined) return undefined;
  return {
    quote: own,
    text: `${between(call, agent)}: ${agent} proposed ${quotedWithin(own)}, and ended with ${quoted(close)}`,
  };
}

function askedOf(call: CallFacts, agent: string): Step | undefined {
  const quote = call.promises
    .flatMap(({ quotes }) => quotes)
    .find((one) => one.speaker !== call.agent && asksFor(one));
  if (quote === undefined) return undefined;
  return { quote, text: `${between(call, agent)}: ${contactOf(call)} said ${quoted(quote)}` };
}

function between(call: CallFacts, agent: string): string {
  return `${agent} and ${contactOf(call)} on ${dayName(call.occurred_at)}`;
}

/** What a call ended with, in the contact's words where there are any. */
function wordsOf(call: CallFacts): Quote | undefined {
  const { agent, outcomeQuotes } = call;
  const ofContact = outcomeQuotes.filter(({ speaker }) => speaker !== agent);
  const quote = ofContact.find(isWhole) ?? ofContact[0] ?? outcomeQuotes[0];
  return quote === undefined ? undefined : untilItsTurn(call, quote);
}
