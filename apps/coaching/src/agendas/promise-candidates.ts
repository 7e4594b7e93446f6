import type { Quote } from '../facts/criterion-of-call.ts';
import { deciderIn } from '../facts/decider-in.ts';
import { agentsWords, settledBy } from '../facts/exchanges-of.ts';
import { isTakenBack, withWhatItMeans } from '../facts/in-its-turn.ts';
import { isCut, asks as isQuestion } from '../facts/readable-quotes.ts';
import { isUnexplained } from '../facts/telling-quotes.ts';
import { quoted, quotedWithin, sentence, timeNamed } from '../facts/wording.ts';
import { asksOfOptOut, asksOfPromise, asksOfRequest, asksOfStep } from './question-frames.ts';
import type { Candidate, Moments } from './question-moment.ts';

/** `Send me the new number in writing.`, which the call has as a task of the agent. */
const ASKS_FOR =
  /^(?:(?:and|then|but|so|okay|all right|yes|yeah|well|just|please)[,.]? )*(?:send|call|e-?mail|mail|text|ring|bring|drop|forward|show|write|give|put) /i;

const IS_SENT = /\b(?:send|e-?mail|mail|text|forward|write|give)\b/i;

/** Whether the contact asks the agent for something to be done. */
export function asksFor(quote: Quote): boolean {
  return ASKS_FOR.test(quote.quote) && !isQuestion(quote) && !/n['’]t\b/i.test(quote.quote);
}

const NO_PROMISE =
  /n['’]t\b|\b(?:maybe|was going to|were going to|would have|i['’]d|let me know)\b|^(?:and |so |but )?if\b/i;
/** Where the agent begins to promise, after what the contact is to do. */
const PROMISES = /\b(?:I(?:['’]ll| will|['’]m going to| can)|let me|we(?:['’]ll| will)) /;
/** `I'll call you, have her last name ready.`: the rest is for the contact to do. */
const ORDERS =
  /,(?: and| so)?(?: please)? (?:please|have|get|bring|keep|make sure|be|tell|ask|let me know)\b.*$/i;
/** `So you ask your cousin, and I'll write the letter with you.` */
const BEGINS_WITH_YOU = /^(?:(?:okay|so|and|then)[,.]? )*you\b(?!['’]ll| will)/i;
const NO_MORE_CALLS =
  /\boff (?:our|the|my|that|this) (?:\w+ )?list\b|\b(?:won['’]t|not|stop) (?:call|calling|be disturbed)\b/i;
/** `You'll get a text.` */
const GETS =
  /\byou(?:['’]ll| will) (?:\w+ )?(?:get|have|hear|receive|see)\b|^(?:i['’]m|we['’]re) (?:just )?\w+ing\b/i;
const BRINGS = /\bbring\b/i;
const MOST = 2;
const LEAST_WORDS = 4;

/** Whether it says what the agent will do, and not an hour or how things are. */
export function promises({ quote }: Pick<Quote, 'quote'>): boolean {
  return PROMISES.test(quote) || GETS.test(quote);
}

/** All that was promised in a call, in one question: half of it would not be what was promised. */
export function promisesOf(of: Moments, until: string): Candidate[] {
  const { ask, call, day, name, isAgent } = of;
  const given = call.promises
    .flatMap(({ quotes }) =>
      quotes
        .filter((quote) => isAgent(quote) && !isQuestion(quote) && !NO_PROMISE.test(quote.quote))
        .filter((quote) => promises(quote) && !isTakenBack(call, quote))
        .slice(0, 1)
        .map((quote) => withWhatItMeans(call, quote)),
    )
    .filter((quote) => !isCutToNothing(quote))
    .filter(
      (one, index, all) =>
        all.findIndex(({ segment_index }) => segment_index === one.segment_index) === index,
    )
    .slice(0, MOST);
  const [first, second] = given.toSorted((a, b) => Number(isCut(a)) - Number(isCut(b)));
  if (first === undefined) return askedOf(of);
  // What is brought along is worth asking about with what it was brought to.
  if (call.agreed != null && second === undefined && BRINGS.test(first.quote)) {
    const own = sentence(quoted(ownWords(first)));
    const isOver = (call.agreed_at ?? until).slice(0, 10) <= until;
    return ask(
      'next step',
      first,
      settledLeads(of, call.agreed, own),
      asksOfStep({ isOver }, name, deciderIn(call)),
    );
  }
  const asks =
    call.outcomes.includes('do_not_contact') || given.some(({ quote }) => NO_MORE_CALLS.test(quote))
      ? asksOfOptOut()
      : asksOfPromise(name, second !== undefined, deciderIn(call));
  if (second !== undefined) {
    const [one, other] = given.map(ownWords) as [Quote, Quote];
    const both = sentence(`${quotedWithin(one)} and ${quoted(other)}`);
    return ask(
      'promise',
      first,
      [`On ${day} you promised ${name} ${both}`, `What you promised ${name} on ${day} was ${both}`],
      asks,
      { beside: [second] },
    );
  }
  const isForBoth = ORDERS.test(first.quote) || BEGINS_WITH_YOU.test(first.quote);
  const own = sentence(quoted(isForBoth ? ownWords(first) : first));
  const isUnclear = isUnexplained({ call, quote: first });
  // A name that only the call explains is told with what it is for.
  if (isUnclear && call.agreed != null)
    return ask('promise', first, settledLeads(of, call.agreed, own), asks);
  const step = isUnclear ? settledBy(call) : null;
  if (step !== null && step.proposal.segment_index < first.segment_index) {
    const proposed = quotedWithin(agentsWords(call, step.proposal));
    const lead = `On ${day} you proposed ${proposed}, ${name} said ${quotedWithin({ quote: step.after })}, and you promised: ${own}`;
    return ask(
      'promise',
      first,
      [lead, `${lead.replace(/^On /, 'Go back to ').replace(' you proposed', ': you proposed')}`],
      asks,
      {
        again: [
          `On ${day} ${name} agreed to what you proposed, and you promised: ${own}`,
          `When ${name} had agreed to what you proposed on ${day}, you promised: ${own}`,
        ],
      },
    );
  }
  return ask(
    'promise',
    first,
    [`On ${day} you told ${name}: ${own}`, `What you promised ${name} on ${day} was ${own}`],
    asks,
  );
}

function settledLeads({ call, day, name }: Moments, agreed: string, own: string): string[] {
  const time = timeNamed(agreed, call.agreed_at);
  return [
    `You settled on ${time} with ${name}, and promised on ${day}: ${own}`,
    `On ${day} you settled on ${time} with ${name}, and promised: ${own}`,
  ];
}

/** `… I'll write the letter with you`, without what comes before it and without what the contact is to do. */
export function ownWords(quote: Quote): Quote {
  const at = quote.quote.search(PROMISES);
  const own = at < 0 ? quote.quote : quote.quote.slice(at);
  const end = own.search(ORDERS);
  return { ...quote, quote: end > 0 ? `${own.slice(0, end)} …` : own };
}

/** `I'll call you …` */
export function isCutToNothing(quote: Quote): boolean {
  const own = ownWords(quote).quote;
  return own.endsWith('…') && own.split(' ').length <= LEAST_WORDS;
}

/** What the contact asked for, where nothing else was promised. */
function askedOf({ ask, call, day, name, isAgent }: Moments): Candidate[] {
  return call.promises
    .filter(({ quotes }) => !quotes.some(isAgent))
    .flatMap(({ quotes }) => quotes.filter(asksFor).slice(0, 1))
    .flatMap((quote) => {
      const own = sentence(quoted(quote));
      const leads = [`On ${day} ${name} asked you: ${own}`, `What ${name} asked of you on ${day} was ${own}`];
      const asks = asksOfRequest(name, IS_SENT.test(quote.quote), deciderIn(call));
      return ask('promise', quote, leads, asks);
    });
}
