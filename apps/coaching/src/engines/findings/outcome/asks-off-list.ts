import type { Conversation, Stretch } from '../../conversation/conversation.ts';

/** `I just want to come off whatever list it is`: said in so many words it is a wish to be left alone, whatever else is likely. */
const OFF_LIST = new RegExp(
  [
    String.raw`\boff (?:of )?(?:your|the|that|this|any|every|whatever) (?:\p{L}+ )?lists?\b`,
    // `Take the both of us off it, phone and post and all`; `take me off of Friday` gives a visit up.
    String.raw`\btake (?:me|us|(?:the )?(?:both|two|pair|lot) of us|(?:my|our|this|that) (?:name|number)) (?:right |straight )?off (?:of )?(?:it|everything|(?:your|the) (?:system|books|database|records|files?|computer|phone))\b`,
  ].join('|'),
  'iu',
);

/**
 * `I'd as soon not be rung again`, `you do not have my permission to call here`: of 2,569 labelled calls 29 say so, 28
 * of which were labelled as opt-outs; the other asks for no calls before a visit.
 */
const NO_MORE_CALLS = new RegExp(
  [
    // `Why don't you call me again` asks for a call, and `don't you ever call here` does not.
    String.raw`(?:\b(?:not|never|stop|quit|nobody|no one)|n['’]t)(?!\s+(?:you\s+(?!ever|dare)|hesitate|forget|mind))`,
    // What hangs on a condition is another matter: `I won't be here if you ring again`.
    String.raw`(?:\s+(?!(?:if|unless|when|until|till|before|but|or|so)\b)[\p{L}'’]+){0,6}?`,
    String.raw`(?<!\b(?:the|an?|my|your|this|any))\s+(?:calls?|called|calling|rings?|ringing|rung|phones?|phoned|phoning)`,
    String.raw`(?:\s+(?:me|us|my|this|the|that|number|house|phone|shop|line|back|up|on|it|mobile|cell))*`,
    String.raw`\s+(?:again|any ?more|ever|here)\b`,
  ].join(''),
  'iu',
);

/** The contact's line that asks for no more calls. */
export function asksOffList({ stretches }: Conversation): Stretch | null {
  return stretches.findLast(({ role, text }) => role === 'contact' && isOptOut(text)) ?? null;
}

/** `I'll put you down as no contact`, `you won't hear from us again`: the agent says that it is done. */
const TAKEN_OFF = new RegExp(
  [
    // `Do not call any other company` is about others.
    String.raw`\b(?:do|don['’]t)[- ]not[- ](?:call|contact|ring|phone)\b(?! (?:an|any|another|anybody|anyone|other|them|him|her|it|me|us|my|our|before|until)\b)|\bas (?:a )?no[- ](?:contact|calls?)\b`,
    String.raw`\b(?:you|she|he|they)(?:['’]ll never| won['’]t| will not| will never)(?: \p{L}+){0,2} hear (?:a word |anything |any ?more )?from (?:me|us|any of us)\b(?! (?:about|before)\b)`,
    String.raw`\b(?:that|you|it|they|both|numbers?|names?)(?:['’]s|['’]re| is| are)(?: both| all| now)* off (?:of )?(?:our|the|my|every|this) (?:\p{L}+ )?lists?\b`,
  ].join('|'),
  'iu',
);

/** The agent's line that says, and hangs no condition on it, that there will be no more calls. */
export function takesOffList({ stretches }: Conversation): Stretch | null {
  const isDone = (text: string): boolean =>
    TAKEN_OFF.test(text) && !text.trim().endsWith('?') && !/\b(?:if|unless|until)\b/i.test(text);
  return stretches.findLast(({ role, text }) => role === 'agent' && isDone(text)) ?? null;
}

/** `I'll take you off`, `Removing.`: of people who asked for it; others are taken off a plan, or a round. */
const TAKES_OFF = new RegExp(
  [
    String.raw`\b(?:i['’]?ll|i will|i['’]?m|we['’]?ll) (?:just )?tak(?:e|ing) (?:you|it|that|both|(?:your|this|that|the) (?:name|number|phone|line)) (?:right |straight )?off\b`,
    String.raw`\bremoving(?: (?:you|it|that|(?:your|this|that|the) (?:name|number)))?(?: now)?(?=[.,!;]|$)`,
  ].join('|'),
  'iu',
);

/** The agent's last line that grants a wish for no more calls, where there was one. */
export function grantsWish({ stretches }: Conversation): Stretch | null {
  return stretches.findLast(({ role, text }) => role === 'agent' && TAKES_OFF.test(text)) ?? null;
}

/** Said in so many words. */
export function isOptOut(text: string): boolean {
  return OFF_LIST.test(text) || NO_MORE_CALLS.test(text);
}
