import type { Kind } from './is-for-later.ts';
import { UNHEARD } from './task-openings.ts';

/** What explains or softens a promise is not to be done. */
const TAIL =
  /^(?:so|because|cause|since|it|that|there|okay|ok|yeah|right|alright|all right|then|i|we|you|they|he|she|nobody|which|can|but|no|what|like|even|not|don|just|yes|please|sure|only|all|how|sir|ma['’]am|love|mate|hang on|hold on|bear with|one second|give me|gimme|well)\b/i;
/** What somebody else does next. */
const GOES_ON =
  /^and (?:you|i|we|he|she|they|it|then|that|just|please|kindly|(?:(?:the|my|our) )?\S+['’](?:ll|s)\b)/i;
const ANOTHER =
  /,?\sand (?:you|he|she|they|we|i|it|(?:(?:the|my|our) )?\p{L}+(?=['’]ll))(?:['’]\p{L}+)?\s.*$/iu;
const DOUBT = /^(?:and )?if (?:i|we) can (?:find|get|manage|remember)\b/i;
const CONDITION = /^(?:if|unless|as long|in case|provided)\b/i;
const PURPOSE =
  /\s(?:(?<!\b(?:if|when|once|after|before|until|till|while|since|than|unless|that|what|how|whether|where|because|and|or|but|sure|think) )(?:it|that|there)['’]s\b|so that|so(?= (?:you|i|we|he|she|they|it|nobody|somebody|there|nothing|y['’]all)\b)|so(?= \w+['’])|because|cause|in case|and see\b|and we)(?:\s.*)?$/i;
const IF_POSSIBLE = /,?\s+if (?:you|y['’]all) (?:can|could|get a chance|have time)(?: find (?:it|them))?$/i;
const BY_THEN =
  /\s+(?:before|by|till|until) (?:then|that)(?:(?<=\b(?:me|us|you|him|her|them) \S+ \S+),|(?=,|$))/gi;
/** `before he gets here` keeps it. */
const HERE = /(?<! (?:get|gets|is|are|be|comes|come|got|was|'s|’s)) here(?=,|$)/g;
const LAST =
  /(?:\s+(?:for you|for me|with you|(?<!\b(?:back|write|talk|speak) )to you|at you|myself|yourself|then|too|as well|okay|and that|and all|and everything|or whatever|instead|one way or (?:the other|another)|if you like|if you want|if that helps|no problem|anyway|though|already|right now|sure|so|sir|madam|ma['’]am|boss|love|mate))+$/i;
const UNNAMED = /,? and \p{Ll}+(?: (?:me|you|him|her|us))? (?:something|whatever|anything)$/u;

/** What is to be done, without what explains it; null where it hangs on a condition that comes after a mark. */
export function essenceOf(clause: string, kind: Kind): string | null {
  const asked = kind === 'request' ? clause.replace(IF_POSSIBLE, ' if possible') : clause;
  const kept: string[] = [];
  // What comes after the sentence is another.
  for (const part of (asked.split(/[.?!;](?:\s|$)/)[0] ?? '').split(/,\s+/)) {
    if (part === UNHEARD) {
      kept.push(part);
      break;
    }
    const going = kind === 'promise' ? part.replace(/^and (?:i|we)(?:['’]ll| will)\s+/i, 'and ') : part;
    // `If I can find it` doubts, and does not wait for anything.
    if (kept.length > 0 && DOUBT.test(going)) break;
    if (CONDITION.test(going)) return null;
    if (kept.length > 0 && (TAIL.test(going) || GOES_ON.test(going))) break;
    kept.push(going);
  }
  const joined = kept.join(', ');
  return (kind === 'promise' ? joined.replace(/\sand (?:i|we)(?:['’]ll| will)\s/gi, ' and ') : joined)
    .replace(ANOTHER, '')
    .replace(PURPOSE, '')
    .replace(BY_THEN, '')
    .replace(/ then(?=,)/g, '')
    .replace(/\b(?:the both|the pair) of you\b/gi, 'both of you')
    .replace(HERE, '')
    .replace(LAST, '')
    .replace(UNNAMED, '')
    .trim();
}
