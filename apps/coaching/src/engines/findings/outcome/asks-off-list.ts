import type { Conversation, Stretch } from '../../conversation/conversation.ts';

/** `I just want to come off whatever list it is`: said in so many words it is a wish to be left alone, whatever else is likely. */
const OFF_LIST = /\boff (?:of )?(?:your|the|that|this|any|every|whatever) (?:\p{L}+ )?lists?\b/iu;

/**
 * `I'd as soon not be rung again`, `you do not have my permission to call here`: of 2,569 labelled calls 18 say so, all
 * of which were labelled as opt-outs.
 */
const NO_MORE_CALLS =
  /(?:\b(?:not|never|stop|quit|nobody|no one)|n['’]t)(?:\s+[\p{L}'’]+){0,6}?\s+(?:call|ring|phon)(?:s|e|es|ed|ing)?(?<=\b(?:calls?|called|calling|rings?|ringing|phones?|phoned|phoning))(?:\s+(?:me|us|my|this|the|that|number|house|phone|shop|line|back|up|on|it|mobile|cell))*\s+(?:again|any ?more|ever|here)\b/iu;
const NOT_RUNG = /(?:\bnot|\bnever|n['’]t) (?:to )?be rung (?:up )?(?:again|any ?more|here)\b/iu;

/** The contact's line that asks for no more calls. */
export function asksOffList({ stretches }: Conversation): Stretch | null {
  return stretches.findLast(({ role, text }) => role === 'contact' && isOptOut(text)) ?? null;
}

function isOptOut(text: string): boolean {
  return OFF_LIST.test(text) || NO_MORE_CALLS.test(text) || NOT_RUNG.test(text);
}
