import type { Kind } from './is-for-later.ts';
import { UNHEARD } from './task-openings.ts';
import { actionVerbs } from './word-classes.ts';

/** What explains or softens a promise is not to be done. */
const TAIL =
  /^(?:so|because|cause|since|it|that|there|okay|ok|yeah|right|alright|all right|then|i|we|you|they|he|she|nobody|which|can|but|no|what|like|even|not|don|just|yes|please|sure|only|all|how|sir|ma['’]am|love|mate|hang on|hold on|bear with|one second|give me)\b/i;
/** What somebody else does next. */
const GOES_ON =
  /^and (?:you|i|we|he|she|they|it|then|that|just|please|(?:(?:the|my|our) )?\S+['’](?:ll|s)\b)/i;
const ANOTHER =
  /,?\sand (?:you|he|she|they|we|i|it|(?:(?:the|my|our) )?\p{L}+(?=['’]ll))(?:['’]\p{L}+)?\s.*$/iu;
/** `His name's Marcus`. */
const CLAUSE = /^(?:his|her|their|its|my|your|our|the) [\p{L}-]+(?:['’]s(?= \p{Lu}| \S+$)| is| are| was)\b/u;
const IF_CAN = /^if (?:I|we) can\b/i;
const IF_FINE = /^if (?:that|it)['’]s (?:all ?right|alright|okay|ok|fine)\b/i;
const ASIDE = /^(?:he|she|it|they|that)(?:['’]s|['’]re| is| are)\b/i;
const LIST_END = /^and (?:the|a|an|my|our|your)\s/i;
const CONDITION = /^(?:if|unless|as long|in case|provided)\b/i;
const PURPOSE =
  /\s(?:so that|so(?= (?:you|i|we|he|she|they|it|nobody|somebody|there|nothing|y['’]all)\b)|so(?= \w+['’])|because|cause|in case|and see\b|and we)(?:\s.*)?$/i;
const IF_POSSIBLE = /,?\s+if (?:you|y['’]all) (?:can|could|get a chance|have time)(?: find (?:it|them))?$/i;
const BY_THEN = /\s+(?:(?:before|by|till|until|for) then|before that)(?=,|$)/gi;
/** `Have your bill out for him`. */
const FOR_SOMEBODY = /^((?:have|leave|put|get) .*) for (?:him|her|them)$/i;
/** `before he gets here` keeps it. */
const HERE = /(?<! (?:get|gets|is|are|be|comes|come|got|was|'s|’s)) here(?=,|$)/g;
const LAST =
  /(?:\s+(?:for you|for me|with you|(?<!back )to you|at you|myself|yourself|then|too|as well|okay|and that|and all|and everything|or whatever|instead|if you like|if you want|if that helps|no problem|anyway|though|already|right now|sure|so|sir|madam|ma['’]am|boss|love|mate))+$/i;
const UNNAMED = /,? and \p{Ll}+(?: (?:me|you|him|her|us))? (?:something|whatever|anything)$/u;

/** What is to be done, without what explains it; null where it hangs on a condition that comes after a mark. */
export function essenceOf(clause: string, kind: Kind): string | null {
  const asked = kind === 'request' ? clause.replace(IF_POSSIBLE, ' if possible') : clause;
  const kept: string[] = [];
  // What comes after the sentence is another.
  const parts = (asked.split(/[.?!;](?:\s|$)/)[0] ?? '').split(/,\s+/);
  for (const [i, part] of parts.entries()) {
    if (part === UNHEARD) {
      kept.push(part);
      break;
    }
    const going = part.replace(/^and (?:i['’]ll|we['’]ll)\s+/i, 'and ');
    if (kept.length > 0 && IF_CAN.test(going)) {
      kept.push('if possible');
      break;
    }
    if (kept.length > 0 && IF_FINE.test(going)) break;
    if (CONDITION.test(going)) return null;
    if (
      kept.length > 0 &&
      kind === 'promise' &&
      actionVerbs.has(going.split(/\s/)[0]?.toLowerCase() ?? '') &&
      !/^(?:call|text|mail|email)\b/i.test(going)
    )
      break;
    if (kept.length > 0 && (TAIL.test(going) || CLAUSE.test(going) || GOES_ON.test(going))) {
      // `Bring Tomas, he's very gentle, and the drawings`.
      if (ASIDE.test(going) && LIST_END.test(parts[i + 1] ?? '')) continue;
      // `I'll read it, and my daughter, she's good with that`.
      if (ASIDE.test(going) && /^and (?:my|our|the) \S+$/i.test(kept.at(-1) ?? '')) kept.pop();
      break;
    }
    kept.push(going);
  }
  return kept
    .join(', ')
    .replace(/\sand (?:i['’]ll|we['’]ll)\s/gi, ' and ')
    .replace(ANOTHER, '')
    .replace(PURPOSE, '')
    .replace(BY_THEN, '')
    .replace(/ then(?=,)/g, '')
    .replace(/\b(?:the both|the pair) of you\b/gi, 'both of you')
    .replace(FOR_SOMEBODY, '$1')
    .replace(HERE, '')
    .replace(LAST, '')
    .replace(UNNAMED, '')
    .trim();
}
