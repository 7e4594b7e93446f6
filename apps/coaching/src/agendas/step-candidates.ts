import type { ShownQuote } from '../facts/criterion-of-call.ts';
import { deciderIn } from '../facts/decider-in.ts';
import {
  agentsWords,
  agreementIn,
  exchangesOf,
  isEcho,
  isTurnedDown,
  settledBy,
} from '../facts/exchanges-of.ts';
import { isDoubtfulStep } from '../facts/is-poor-example.ts';
import { asks as isQuestion, isWhole } from '../facts/readable-quotes.ts';
import { endedWith } from '../facts/said-next.ts';
import { isUnexplained } from '../facts/telling-quotes.ts';
import { quoted, quotedWithin, sentence, timeNamed } from '../facts/wording.ts';
import { asksOfAcceptedStep, asksOfOpenStep, asksOfStep } from './question-frames.ts';
import type { Candidate, Moments } from './question-moment.ts';

/** As it was said: read later, it is another day. */
const RELATIVE = /\b(?:today|tonight|tomorrow|this|next)\b/i;

/** What was proposed may have been declined: what stood is said with it. */
export function stepOf({ ask, call, day, name }: Moments, quote: ShownQuote, until: string): Candidate[] {
  const verb = isQuestion(quote) ? 'asked' : 'said';
  const own = sentence(quoted(quote));
  const agreed = call.agreed ?? null;
  if (agreed === null) {
    const { after = null } =
      exchangesOf(call, 'proposal').find(({ segment_index }) => segment_index === quote.segment_index) ?? {};
    const accepted = after === null ? null : agreementIn(after, quote.quote);
    if (accepted !== null) {
      const again = [
        `On ${day} ${name} agreed to what you proposed.`,
        `You had a yes from ${name} on ${day} to what you proposed.`,
      ];
      const leads = isEcho(quote.quote, accepted)
        ? again.map((one) => `${one.replace(/\.$/, ':')} ${own}`)
        : [
            sentence(
              `On ${day} you ${verb} ${quotedWithin(quote)}, and ${name} said ${quoted({ quote: accepted })}`,
            ),
            sentence(
              `What you proposed to ${name} on ${day} was ${quotedWithin(quote)}, and what you heard was ${quoted({ quote: accepted })}`,
            ),
          ];
      return ask('next step', quote, leads, asksOfAcceptedStep(), { again });
    }
    if (isDoubtfulStep(call, quote)) return [];
    // Another time may have been agreed on.
    if (isTurnedDown(call, quote)) return insteadOf({ ask, call, day, name });
    const isKnown = after !== null && isWhole({ quote: after });
    const leads = isKnown
      ? answeredLeads({ call, day, name }, quote, after)
      : [
          `To move on with ${name} on ${day} you ${verb} ${own}`,
          `What you proposed to ${name} on ${day} was ${own}`,
        ];
    return ask('next step', quote, leads, asksOfOpenStep(name, isKnown));
  }
  const isRelative = RELATIVE.test(agreed);
  const isOver = isRelative || (call.agreed_at ?? until).slice(0, 10) <= until;
  const time = isRelative ? `“${agreed}”` : timeNamed(agreed, call.agreed_at);
  // What only the call explains is told by the contact's words.
  const said = isUnexplained({ call, quote })
    ? call.outcomeQuotes.find((one) => one.speaker !== call.agent && isWhole(one))
    : undefined;
  const leads =
    said !== undefined
      ? [
          `You settled on ${time} with ${name}, who had said on ${day}: ${sentence(quoted(said))}`,
          `On ${day} ${name} said ${sentence(quoted(said))} You settled on ${time}.`,
        ]
      : [
          `To move on with ${name} on ${day} you ${verb} ${own} You settled on ${time}.`,
          `You settled on ${time} with ${name}, after you had ${verb} on ${day}: ${own}`,
        ];
  return ask('next step', quote, leads, asksOfStep({ isOver }, name, deciderIn(call)));
}

/** With what the contact said to it, and with how the agent closed, where that is known. */
function answeredLeads(
  { call, day, name }: Pick<Moments, 'call' | 'day' | 'name'>,
  quote: ShownQuote,
  after: string,
): string[] {
  const verb = isQuestion(quote) ? 'asked' : 'said';
  const last = endedWith(call, quote);
  const [came, then] =
    last === undefined
      ? [quoted({ quote: after }), '']
      : [quotedWithin({ quote: after }), `, and ended with ${quoted(last)}`];
  const and = last === undefined ? ', and' : ',';
  return [
    sentence(
      `To move on with ${name} on ${day} you ${verb} ${quotedWithin(quote)}${and} heard ${came}${then}`,
    ),
    sentence(
      `What you proposed to ${name} on ${day} was ${quotedWithin(quote)}${and} what came back was ${came}${then.replace('and ended', 'and you ended')}`,
    ),
  ];
}

/** What was proposed when something else had been turned down. */
function insteadOf({ ask, call, day, name }: Pick<Moments, 'ask' | 'call' | 'day' | 'name'>): Candidate[] {
  const step = settledBy(call);
  if (step?.before == null) return [];
  const [first, own] = [agentsWords(call, step.before), agentsWords(call, step.proposal)];
  const came = quoted({ quote: step.after });
  const leads = [
    sentence(
      `On ${day} ${quotedWithin(first)} did not suit ${name}, you said ${quotedWithin(own)}, and heard ${came}`,
    ),
  ];
  return ask('next step', first, leads, asksOfAcceptedStep(), { beside: [own] });
}
