import type { CallFacts, Quote } from './call-facts.ts';
import { agentsWords, exchangesOf } from './exchanges-of.ts';
import { asks } from './readable-quotes.ts';
import { quoted, quotedWithin, sentence } from './wording.ts';

/** `Just email me something.`, `I'll call you if we come.`: a friendly no, and no step that anybody reached. */
export function putsOff({ quote }: Pick<Quote, 'quote'>): boolean {
  return /\b(?:(?:e-?mail|send|mail|text) me\b.*\b(?:look|chance|think|know|info)|(?:call|let) you (?:know|if)\b|get back to you|when i get a chance|think (?:about|it over))/i.test(
    quote,
  );
}

const STANDS = /\b(?:see you|I(?:['’]ll| will) (?:see|call|come|be there))\b/i;

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
