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

export function protests({ role, text }: Stretch): boolean {
  return role === 'contact' && PROTEST.test(text);
}
