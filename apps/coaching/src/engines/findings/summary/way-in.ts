import type { Conversation, Stretch } from '../../conversation/conversation.ts';

const LEADS = String.raw`^(?:(?:and|so|hi|hey|yeah|yes|well|now|look|right|uh|um|okay),?\s+|the reason (?:for my call|i'm calling),?\s+)*`;
/** `You filled in a card`, `I sold your brother's farm`: where somebody got the name from. */
const MET = new RegExp(
  String.raw`${LEADS}(?:you|you and i|your(?: \S+){1,3}|i|we|somebody)(?:['’](?:d|ve)| had| have)?(?: been| very kindly| kindly| just| both)*\s+` +
    String.raw`(?:talked|spoke|met|stopped|came|left|popped|filled|entered|put (?:your|down)|gave|sold|said|heard|took|clicked|won|signed|dropped|downloaded|visited|registered|opted|got my|were kind|were selected|selected|approved|chosen|picked|did|(?:was|were) (?:in|at|out|over|by))\b`,
  'iu',
);
const PRIZE =
  /\b(?:congratulations|guess what|you(?:['’]ve| have|['’]re)? (?:been )?(?:selected|chosen|approved|won)|gift card|steak card|hang up)\b/i;
/** With it comes what they call about. */
const TELLS =
  /\b(?:about(?! (?:an? |\S+ )?(?:years?|months?|weeks?|hours?|minutes?|days?)\b)|calling|ringing|phoning|reaching|wanted|wondering|ask|asked|asking|interested|looking|thinking|quote|estimate|to see|appointment|renewal|following)\b/i;

/** `Guess what, you've been selected`. */
export function isPrize({ text }: Stretch): boolean {
  return PRIZE.test(text);
}

/** Where the name came from, a prize, a joke: how the caller got in, and not what they call about. */
export function isWayIn({ context }: Conversation, { role, text }: Stretch): boolean {
  if (PRIZE.test(text)) return true;
  const isCaller = (role === 'contact') === (context.incoming === true);
  return isCaller && MET.test(text) && !TELLS.test(text);
}
