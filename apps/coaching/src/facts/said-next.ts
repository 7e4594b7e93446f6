import { BETWEEN_SENTENCES } from '../engines/findings/said.ts';
import type { CallFacts } from './call-facts.ts';
import type { Quote } from './criterion-of-call.ts';
import { agentsWords, answerTo, exchangesOf } from './exchanges-of.ts';
import { asks, isWhole, takesUp } from './readable-quotes.ts';
import { isTooLong, quoted, quotedWithin, sentence } from './wording.ts';

/** `Just email me something.`, `I'll call you if we come.`: a friendly no, and no step that anybody reached. */
export function putsOff({ quote }: Pick<Quote, 'quote'>): boolean {
  return /\b(?:(?:e-?mail|send|mail|text) me\b.*\b(?:look|chance|think|know|info)|(?:call|let) you (?:know|if)\b|get back to you|when i get a chance|think (?:about|it over))/i.test(
    quote,
  );
}

const STANDS = /\b(?:see you|I(?:['’]ll| will) (?:see|call|come|be there))\b/i;

const LEAST_ASKED = 3;
/** `And the panels, what do they cost?`, without what comes before it; of `Eleven thousand? Extra?` both. */
export function lastQuestionIn(text: string): string {
  const sentences = text.split(BETWEEN_SENTENCES);
  const at = sentences.findLastIndex((one) => one.endsWith('?'));
  if (at < 0) return text;
  const isShort = (sentences[at]?.split(' ').length ?? 0) < LEAST_ASKED;
  return sentences.slice(isShort ? Math.max(0, at - 1) : at, at + 1).join(' ');
}

/** `If they say yes I'm in.`: who says so has agreed to nothing yet. */
export function hasCondition({ quote }: Pick<Quote, 'quote'>): boolean {
  return /\b(?:if|unless|as long as|depends|provided|might|maybe|(?:have|need) to (?:ask|check|see|talk))\b/i.test(
    quote,
  );
}

/** The agent's words in the turn after the answer to a proposal, where they say that it stands: `I'll see you Sunday.` */
export function endedWith({ agent, criteria }: CallFacts, { segment_index }: Quote): Quote | undefined {
  return criteria
    .flatMap(({ quotes }) => quotes)
    .find(
      (one) => one.speaker === agent && one.segment_index === segment_index + 2 && STANDS.test(one.quote),
    );
}

/** Words of the contact, and where they end a call, what was settled right after them: who calls whom, for example. */
export function saidNext(call: CallFacts, said: Quote, then = ', you'): string {
  const next = exchangesOf(call, 'proposal').find(
    ({ before, after, segment_index }) =>
      segment_index > said.segment_index && after !== null && before?.includes(said.quote) === true,
  );
  if (next?.after == null) return quoted(said);
  const own = agentsWords(call, next);
  const first = then.startsWith(',') ? quotedWithin(said) : sentence(quoted(said));
  return `${first}${then} ${asks(own) ? 'asked' : 'said'} ${quotedWithin(own)}, and heard ${quoted({ quote: next.after })}`;
}

/**
 * The agent's answer to the end of the turn, which is what the contact answered: whole, or with its last sentence, as far as
 * there is room. `That's the exit fee. … In Greek, if you like.` `Greek is better.`
 */
export function toItsEnd(call: CallFacts, objection: Quote, reply: Quote): Quote {
  const turn = answerTo(call, objection)?.text ?? '';
  const at = turn.indexOf(reply.quote);
  const rest = at < 0 ? '' : turn.slice(at + reply.quote.length).trim();
  if (!/\p{L}/u.test(rest)) return reply;
  const whole = turn.slice(at);
  if (!isTooLong(whole)) return { ...reply, quote: whole };
  const short = `${reply.quote} … ${rest.split(BETWEEN_SENTENCES).at(-1)}`;
  return { ...reply, quote: isTooLong(short) ? `${reply.quote} …` : short };
}

/** `And when the thing goes down, what happens?`, of which an engine may quote `when the thing …`. */
export function fromItsFirstWord<T extends Quote>(call: CallFacts, quote: T): T {
  const whole = exchangesOf(call, 'question').find(
    ({ segment_index, text }) => segment_index === quote.segment_index && text.endsWith(quote.quote),
  );
  const isNear = whole !== undefined && whole.text.length - quote.quote.length <= MOST_ADDED;
  return isNear ? { ...quote, quote: whole.text } : quote;
}
const MOST_ADDED = 12;

/** What the contact answered to an open question, in enough words to be told; null where it is not known. */
export function answeredWith(call: CallFacts, { segment_index, quote }: Quote): string | null {
  const asked = exchangesOf(call, 'question').find(
    (one) => one.segment_index === segment_index && one.text.includes(quote),
  );
  return asked?.after != null && isWhole({ quote: asked.after }) ? asked.after : null;
}

/** What the agent made of the answer to an open question, where it was taken up and asked about: `I understand that. How many years would you give it?` */
export function askedOn(call: CallFacts, { segment_index, quote }: Quote): string | null {
  const asked = exchangesOf(call, 'question').find(
    (one) => one.segment_index === segment_index && one.text.includes(quote),
  );
  const next = asked?.turns?.[1];
  if (next?.role !== 'agent' || isTooLong(next.text)) return null;
  return takesUp({ quote: next.text }) && asks({ quote: next.text }) ? next.text : null;
}
