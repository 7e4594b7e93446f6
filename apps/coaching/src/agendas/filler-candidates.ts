import type { CallFacts } from '../facts/call-facts.ts';
import type { Quote, ShownQuote } from '../facts/criterion-of-call.ts';
import { exchangesOf } from '../facts/exchanges-of.ts';
import { isPoorExample } from '../facts/is-poor-example.ts';
import { quoted, sentence } from '../facts/wording.ts';
import { frames } from './question-frames.ts';
import { type Candidate, type Moments, shown } from './question-moment.ts';

const NAMING = ['answered_price'];
const LISTENING = ['showed_understanding', 'recapped'];
const BEGINNING = ['introduced_self', 'introduced_company', 'stated_purpose'];

/** Who was called has nobody to win an ear from. */
const ANSWERS_PHONE =
  /\b(?:you(?:['’]re| are) through to|speaking|(?:may|can) (?:i|we) help|thank(?:s| you) for (?:calling|ringing)|how can i)\b/i;

/** What can be asked of nearly every call, where there is too little else. */
export function fillersOf(of: Moments): Candidate[] {
  return [
    ...shown(of.call, NAMING)
      .filter((quote) => isFigure(of.call, quote))
      .flatMap((quote) => priceOf(of, quote)),
    ...shown(of.call, LISTENING)
      .filter((quote) => !isPoorExample(of.call, quote))
      .flatMap((quote) => listeningOf(of, quote)),
    ...shown(of.call, BEGINNING).flatMap((quote) =>
      ANSWERS_PHONE.test(quote.quote) ? answeredPhone(of, quote) : openingOf(of, quote),
    ),
  ];
}

/** `If it's under fifty a month I tell you to stay` is not a price, and a price that is told with its question is asked about with it (`figureOf`). */
function isFigure(call: CallFacts, { quote, segment_index }: Quote): boolean {
  return (
    !/^(?:and |so |but )?if\b/i.test(quote) &&
    !exchangesOf(call, 'price').some((one) => one.segment_index === segment_index)
  );
}

function priceOf({ ask, day, name }: Moments, quote: Quote): Candidate[] {
  const own = sentence(quoted(quote));
  const leads = [
    `On ${day} you told ${name} this figure: ${own}`,
    `The figure that ${name} got from you on ${day} was ${own}`,
  ];
  const asks = frames(
    'price',
    `How did ${name} take it, and what did you say after that?`,
    `What did ${name} set it against, and what makes it worth that?`,
  );
  return ask('price', quote, leads, asks);
}

function listeningOf({ ask, day, name }: Moments, quote: Quote): Candidate[] {
  const own = sentence(quoted(quote));
  const leads = [`On ${day} you let ${name} know what you had heard: ${own}`];
  return ask('listening', quote, leads, frames('listening', `What did ${name} tell you after that?`));
}

function answeredPhone({ ask, day, name }: Moments, quote: ShownQuote): Candidate[] {
  const own = sentence(quoted(quote));
  const leads = [`On ${day} you answered ${name}'s call with ${own}`];
  const wanted = `What did ${name} want at first, and what did you find out beyond it?`;
  return ask('opening', quote, leads, frames('called', wanted));
}

function openingOf({ ask, day, name }: Moments, quote: ShownQuote): Candidate[] {
  const own = sentence(quoted(quote));
  const leads =
    quote.indicator === 'stated_purpose'
      ? [
          `You gave ${name} the reason for your call on ${day} with ${own}`,
          `On ${day} you gave ${name} this reason for your call: ${own}`,
        ]
      : [
          `You introduced yourself to ${name} on ${day} with ${own}`,
          `On ${day} you told ${name} who was calling: ${own}`,
        ];
  const asks = frames(
    'opening',
    `What would make ${name} want to hear more after that?`,
    `Why should ${name} have had time for you just then, and did you say so?`,
  );
  return ask('opening', quote, leads, asks);
}
