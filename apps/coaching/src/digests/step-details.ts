import { authorityKind } from '../engines/findings/objections/objection-labels.ts';
import { BETWEEN_SENTENCES } from '../engines/findings/said.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { deciderIn, namesRelation } from '../facts/decider-in.ts';
import { exchangesOf } from '../facts/exchanges-of.ts';
import { isTelling } from '../facts/readable-quotes.ts';
import { capitalized, contactOf, dayName, quoted, sentence } from '../facts/wording.ts';

/** `If she says it's okay I'd do it.`, and not `If it rains I'll be inside.` */
const CONDITION =
  /\bif (?:he|she|they|it|my \w+|the \w+)\b[^.?!]*\b(?:I|we)(?:['’](?:d|m|re|ll)| would| will| am| are) (?:do it|in\b|on board|sign|buy|take (?:it|one|them)|go (?:ahead|for it|with)|have it|want it|book|join|switch)[^.?!]*[.!]?/i;
/** `I'd like to have that in a table.` */
const WANTS =
  /\bI['’]d like to (?:have|see|get)\b|^(?:(?:and|then|okay|yes|just|please)[,.]? )*(?:send|mail|e-?mail|show|bring|give) me\b/i;
/** `I'll send Luis.` */
const SENDS = /\bI(?:['’]ll| will) (?:send|have) \p{Lu}\p{Ll}+/u;
/** `You'll have it in ten minutes.` */
const AT_ONCE =
  /\b(?:in (?:a|an|one|two|five|ten|fifteen|twenty|thirty) (?:minutes?|hours?)|right (?:now|away)|straight away|today|tonight|now)\b/i;

/** `I'd want my husband there`; `My daughter does all that` may be of the papers alone. */
const DECIDES = /\b(?:want|decid|agree|okay|say|said|think|sign|talk|ask|approve|yes)/i;

/** On what a step depends, and who has a say in it: a manager who follows up has to know both. */
export function hangsOn(call: CallFacts): string {
  const name = contactOf(call);
  const decider = deciderIn(call);
  const condition = theirWords(call).flatMap((text) => CONDITION.exec(text)?.[0] ?? [])[0];
  if (condition !== undefined) {
    const said = quoted({ quote: capitalized(condition) });
    return decider === undefined ? ` ${name} set a condition: ${said}` : ` It depends on ${decider}: ${said}`;
  }
  if (decider === undefined) return '';
  const who = decider.split(' ').at(-1) ?? '';
  const said = call.objections.find(
    ({ kind, quote }) => kind === authorityKind && isTelling(quote) && namesRelation(quote.quote, who),
  );
  if (said === undefined) return ` ${capitalized(decider)} has a say in it.`;
  // Alone, `My daughter does all that` tells nobody what she does.
  return DECIDES.test(said.quote.quote)
    ? ` ${capitalized(decider)} has a say in it: ${sentence(quoted(said.quote))}`
    : '';
}

/** What the contact wants to have by then, where the call has no task of it. */
export function wantedBy(call: CallFacts): string {
  if (call.promises.some(({ text }) => !/“/.test(text))) return '';
  const wanted = theirWords(call).find((text) =>
    text.split(BETWEEN_SENTENCES).some((one) => WANTS.test(one) && !/n['’]t\b|\?$/.test(one)),
  );
  return wanted === undefined ? '' : ` What ${contactOf(call)} asked for: ${fromItsWish(wanted)}`;
}

function fromItsWish(text: string): string {
  const sentences = text.split(BETWEEN_SENTENCES);
  const at = sentences.findIndex((one) => WANTS.test(one));
  return sentence(quoted({ quote: sentences.slice(at).join(' ') }));
}

/** Who comes in place of the agent, in the agent's words. */
export function sentBy(call: CallFacts, agent: string): string {
  const [said] = exchangesOf(call, 'promise').flatMap(
    ({ text }) => text.split(BETWEEN_SENTENCES).find((one) => SENDS.test(one)) ?? [],
  );
  return said === undefined ? '' : ` ${agent} said: ${sentence(quoted({ quote: said }))}`;
}

/** Whoever asked what it costs and got no figure asks again. */
export function priceOwed(call: CallFacts): string {
  const isOwed = call.improvements.some(({ kind }) => kind === 'price' || kind === 'hidden_price');
  return isOwed ? ` ${capitalized(contactOf(call))} asked for the price and was given no figure.` : '';
}

/** `I'll`, `You'll have it`: what agents say in the same breath is no promise. */
const PROMISES = /\b(?:I|we|you)(?:['’]ll| will)\b|\b(?:I|we)(?:['’]m|['’]re| am| are) \w+ing\b/i;

/** ` on 9 November (“You'll have it in ten minutes”)`, of what was promised for the same day; empty of anything else. */
export function promisedAtOnce(call: CallFacts): string {
  const [said] = exchangesOf(call, 'promise').flatMap(
    ({ text }) => text.split(BETWEEN_SENTENCES).find((one) => AT_ONCE.test(one) && PROMISES.test(one)) ?? [],
  );
  if (said === undefined) return '';
  return ` on ${dayName(call.occurred_at)} (${quoted({ quote: said.replace(/\.$/, '') })})`;
}

function theirWords({ exchanges = [] }: CallFacts): string[] {
  return exchanges.flatMap(({ before, after, turns = [], kind }) => [
    ...(kind === 'arrangement' ? [] : [before ?? '', after ?? '']),
    ...turns.filter(({ role }) => role === 'contact').map(({ text }) => text),
  ]);
}
