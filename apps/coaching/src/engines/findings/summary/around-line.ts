import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { saidTogether, wordsIn } from '../passage.ts';
import { breaksOff, quoted, tells, withoutGreeting } from './quoted.ts';

/** As many words as are read at a glance. */
const MOST_WORDS = 45;
export const LIKELY = 0.3;
const SURELY = 0.5;
/** They say nothing of why somebody calls. */
export const ASIDES: readonly Act[] = [
  ...(['greeting', 'identify_self', 'identify_company', 'ask_for_person', 'ask_permission'] as const),
  ...(['small_talk', 'personal_remark', 'pressure', 'false_urgency', 'thanks', 'goodbye'] as const),
  ...(['machine', 'leave_message', 'backchannel'] as const),
];
const TELLING: readonly Act[] = ['state_purpose', 'state_need', 'pitch', 'request', 'propose_step'];

/** `We help practices run payroll`, `we do espresso machines`: what somebody does for a living, and not just now. */
const TRADE =
  /\b(?:we(?:['’]re| are)?|i)(?: (?:also|mostly|basically|mainly|just|actually|only))?(?:,? (?:uh|um|er|erm),)? (?:help (?!you\b)|sell|make (?!sure)|supply|provide|manufacture|install|build|fit|print|insure|distribute|speciali[sz]e|work with|look after|put (?!that\b|this\b|it\b|you\b|the\b|your\b|him\b|her\b|them\b)(?:\p{L}+ ){1,3}in\b)/iu;
/** `We do that` and `we do have` present nothing. */
const DOES =
  /\bwe(?:,? (?:uh|um|er|erm),)?(?: (?:also|mostly|basically|mainly|just|actually|only))?(?: do|['’]re (?:doing|offering|running)| are (?:doing|offering|running)| offer)(?:,? (?:uh|um|er|erm),)? (?!that\b|this\b|it\b|so\b|not\b|have\b|want\b|need\b|know\b|think\b|hope\b|like\b|appreciate\b|understand\b|apologi[sz]e\b|the same\b|what\b|everything\b|all\b|well\b|fine\b|good\b|great\b|is\b|are\b|(?:the|your|a) (?:homes?|houses?|road|street|area|job|roof)\b)\p{L}/iu;

export function presentsTrade({ text }: Stretch): boolean {
  return TRADE.test(text) || DOES.test(text);
}

/** A line with those beside it, in the same breath, that tell more of why somebody calls. */
export function aroundLine({ stretches }: Conversation, line: Stretch): Stretch[] {
  const run = [line];
  const mayJoin = (one: Stretch | undefined): one is Stretch =>
    one !== undefined &&
    one.segment === line.segment &&
    one.role === line.role &&
    wordsIn(run) + one.words.length <= MOST_WORDS &&
    tellsMore(one);
  for (let next = stretches[line.index + 1]; mayJoin(next); next = stretches[next.index + 1]) run.push(next);
  const before = stretches[line.index - 1];
  // What is said before it may answer something else.
  if (mayJoin(before) && (presentsTrade(before) || chance(before, 'state_purpose') >= SURELY))
    run.unshift(before);
  return run;
}

function tellsMore(one: Stretch): boolean {
  if (breaksOff(one) || /\.\.\.|…/.test(one.text) || chance(one, ...ASIDES) >= LIKELY) return false;
  const isTold =
    chance(one, ...TELLING) >= LIKELY || (one.role === 'contact' && chance(one, 'inform') >= LIKELY);
  return tells(one, 1) && (isTold || presentsTrade(one));
}

/** In quotation marks, without the greeting before it, closed by a mark. */
export function quotedRun(conversation: Conversation, run: readonly Stretch[]): string {
  const [only] = run;
  if (run.length === 1 && only !== undefined) return quoted(conversation, only);
  return marked(withoutGreeting(saidTogether(conversation, run).slice(1, -1)));
}

/** From its first word on: `I have ants.` is as short as a greeting. */
export function quotedWhole(conversation: Conversation, run: readonly Stretch[]): string {
  return marked(saidTogether(conversation, run).slice(1, -1));
}

function marked(text: string): string {
  const shown = text.replace(/[.,;]+$/, '');
  return /[?!…]$/.test(shown) ? `“${shown}”` : `“${shown}.”`;
}
