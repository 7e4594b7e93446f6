import type { Stretch } from '../../conversation/conversation.ts';

/** Who says this was treated badly a moment ago: of 22 such lines in unfair calls all followed an unfair one. */
const PROTEST = new RegExp(
  [
    String.raw`\bexcuse me\?|\bi beg your pardon|\bhow dare you|\bshame on you|\bashamed of yourself`,
    String.raw`\b(?:don['’]t|do not|quit|stop)(?: you)? (?:talk|speak|shout|yell)(?:ing)? (?:to|at) me\b`,
    String.raw`\bdon['’]t (?:you start\b|take that tone|be rude|insult)`,
    String.raw`\bthat['’]s (?:a |an )?(?:very |really |just )?(?:rude|nasty|insulting|uncalled|offensive|not (?:very )?nice)`,
    String.raw`\b(?:lovely|terrible|awful|horrible|nasty) thing to (?:say|tell)\b|\bwhat kind of (?:a )?(?:thing|question) is that`,
    String.raw`\byou['’]re (?:being )?(?:very |really |so )?(?:rude|a bully)\b`,
  ].join('|'),
  'i',
);

/** A question that was not answered, or words that were not heard, as whoever said them sees it. */
const UNANSWERED = new RegExp(
  [
    String.raw`\byou (?:still )?(?:didn['’]t|did not|haven['’]t|have not|won['’]t|don['’]t|never) (?:even )?answer(?:ed)? (?:me\b|(?:my|the|that) question|what i asked)`,
    String.raw`\bnot (?:quite )?what i asked|\b(?:a|one) straight answer|\b(?:just|please) answer (?:my|the) question`,
    String.raw`\b(?:second|third|fourth) time (?:i['’]ve |i['’]m |i )?ask`,
  ].join('|'),
  'i',
);
const UNHEARD =
  /\byou(?:['’]re| are) not (?:even )?(?:listening|hearing me)\b|\byou aren['’]t listening\b|\bare you even listening\b|\bdid you (?:not )?hear what i said\b/i;
const PRAISES = /\b(?:thanks?|thank you|appreciate|glad|finally)\b/i;

/** Says that a question was not answered. */
export function missesAnswer({ role, text }: Stretch): boolean {
  return role === 'contact' && UNANSWERED.test(text) && !PRAISES.test(text);
}

/** Says that nobody listens. */
export function feelsUnheard({ role, text }: Stretch): boolean {
  return role === 'contact' && UNHEARD.test(text);
}

export function protests({ role, text }: Stretch): boolean {
  return role === 'contact' && PROTEST.test(text);
}
