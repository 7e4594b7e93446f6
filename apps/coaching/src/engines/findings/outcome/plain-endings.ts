import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement } from '../findings.ts';

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** `See you then`, `we'll see you on the third`. Of 980 labelled calls 58 say so, 54 of them end with an appointment. */
const SEES = new RegExp(
  [
    String.raw`\bsee (?:you|y'all|ye|yous|ya)(?:,? (?:all|both|two|there|on|at|then))*`,
    String.raw`(?:,? (?:then|there|next|this|the|at|on|tomorrow|tonight|first|${DAY}|half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)`,
    String.raw`|\blook(?:ing)? forward to (?:seeing|meeting)\b`,
    String.raw`|\b(?:i|we)(?:'ll| will) see (?:you|y'all|ye|yous)\b(?! (?:later|around|what|if|whether|how|about))`,
  ].join(''),
  'i',
);
/** `I'll be there`, said by the agent. */
const IS_THERE = /\b(?:i|we)(?:'ll| will) be (?:there|round|over|by|out)\b(?! (?:to|of))/i;
/** `Come at quarter past five`, said by the contact; `the babies come at two` and `I come in at twelve` ask nobody to come. */
const COME = new RegExp(
  String.raw`(?:^|[.,;!?] |\b(?:and|so|just|then|yeah|okay|please) )come (?:(?:in |round |over |by )?at|around|(?:in )?on (?:the|${DAY})) `,
  'i',
);
/** Stretches in which people take leave and say once more what stands. */
const LAST = 28;

/** The last line in which somebody says at the end that they will come, or will be seen. */
export function comingLine({ stretches }: Conversation): Stretch | null {
  const says = ({ role, text }: Stretch): boolean => {
    const said = text.replaceAll('’', "'");
    return SEES.test(said) || (role === 'agent' ? IS_THERE.test(said) : COME.test(said));
  };
  return stretches.slice(-LAST).findLast(says) ?? null;
}

/** `Would it help to speak after that?` */
const SPEAKS = /\b(?:speak|talk|chat|catch up|have a word|a call)\b/i;
/** Anything that more than a call needs. */
const MEETS =
  /\b(?:come|comes|coming|visit|house|round|over|office|meet|meeting|address|door|drop|swing|person|showroom|pop|tour|see you|demo|zoom|teams|video|screen|site|shop|stop by|inspect|measure|here|survey|look at)\b/i;
const PROPOSED = 0.3;
const BEFORE = 14;
const AFTER = 12;

/** Whether all that was proposed for that time is to speak. */
export function onlySpeaks({ stretches }: Conversation, { stretches: named }: Agreement): boolean {
  const around = (after: number): Stretch[] =>
    named.flatMap((index) => stretches.slice(Math.max(0, index - BEFORE), index + after + 1));
  const isProposed = around(2).some(
    (one) => chance(one, 'propose_time', 'propose_step', 'counter_time') >= PROPOSED && SPEAKS.test(one.text),
  );
  return isProposed && !around(AFTER).some(({ text }) => MEETS.test(text));
}

/** `All right, Wednesday is off`: it takes back what was settled. */
const WITHDRAWS = new RegExp(
  String.raw`\b(?:${DAY}|it|that|visit|appointment|meeting)(?:['’]s| is) off\b|\b(?:cancel(?:led|ed)?|scrub|scratch)\b`,
  'i',
);

/** Whether a line takes back what was settled. */
export function withdraws({ text }: Stretch): boolean {
  return WITHDRAWS.test(text);
}

/** `It's gone through, five hundred and seventy-eight`: of 980 labelled calls 46 agents say so, and all 46 sold. */
const PAID =
  /\b(?:(?:it|that|this|payment|card|order|everything)(?:['’]s| has| is)?(?: all| just)?|(?<!\b(?:not|never) )(?:has|have|had)) (?:all |just )?(?:gone|went) through\b/i;

/** Whether the agent says that it is paid. */
export function saysPaid({ stretches }: Conversation): boolean {
  return stretches.some(({ role, text }) => role === 'agent' && PAID.test(text));
}
