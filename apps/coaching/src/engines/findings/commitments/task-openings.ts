import type { Kind } from './is-for-later.ts';
import { actionVerbs } from './word-classes.ts';

const SOFTLY =
  '(?:(?:just|also|then|definitely|maybe|please|gladly|probably|personally|certainly|happily|quickly)\\s+)*';
/** After these stands a verb, whichever it is. */
const PROMISED = new RegExp(
  `^(?:I['’]ll|I will|I['’]m (?:going to|gonna)|I can|I could|we['’]ll|we will|we can|let me)\\s+${SOFTLY}(?:go ahead and |try and |try to |make sure to |be sure to )?`,
  'i',
);
const ASKED = new RegExp(
  `^${SOFTLY}(?:(?:can|could|would|will) you|I need you to|I(?:['’]d| would) (?:like|want|love) you to|if you (?:can|could)|make sure (?:you|to)|(?:do not|don['’]t) forget to|remember to|be sure to)\\s+${SOFTLY}`,
  'i',
);
/** After these it may be one: `Just bring the deed`. */
const TOLD = new RegExp(`^${SOFTLY}(?:you\\s+)?${SOFTLY}`, 'i');
const STATED = new RegExp(`^${SOFTLY}you\\s+${SOFTLY}(?:have|get|need|want|see|like)\\b(?! to\\b)`, 'i');
/** `You'll get a text from us the day before`. */
const SENT =
  /^you(?:['’]ll| will) (?:get|have|receive) ((?:an?|the|your) (?:[\p{L}-]+ ){0,2}(?:text|email|e-mail|message|letter|link|receipt|invite|invitation|confirmation|copy|quote|proposal|agreement|contract|sheet|form|pack|brochure|estimate|statement))\b(?! (?:off|from) (?:them|him|her)\b)(?: (?:off|from) (?:us|me))?/iu;
/** `You'll have it tomorrow`. */
const HANDED =
  /^you(?:['’]ll| will) (?:get|have) (it|them|that|those|both)(?= (?:by|in (?!your|my)|within|before|on|first|the|this|next|tomorrow|today|tonight)\b)/i;
/** `Dewayne'll call you`, `my manager will ring you`. */
const BY_OTHERS =
  /^((?!(?:I|It|That|There|This|He|She|They|You|We|What|Who)\b)\p{Lu}[\p{L}-]+|(?:my|our|the) [\p{L}-]+|some(?:body|one))(?:['’]ll| will)\s+(?=(?:call|ring|phone|text|email|mail|send|post|meet)\b)/u;
/** Words before a clause that say nothing of what is to be done. */
export const LEADS =
  /^(?:(?:okay|ok|so|then|and|well|yeah|yes|right|sure|now|but|look|honestly|perfect|great|good|fine|alright|all right|brilliant|lovely|in the meantime|meanwhile|until then|till then)\b[,.!]*\s+)+/i;
/** A mark or a word after which a clause begins. */
const CLAUSE = /^|[,.;:?!]\s+|(?:^|\s)(?:and|so|but|then)\s+|(?<=[,\s])or\s+/gi;
const PURPOSE = /^\s*so\s+(?:I|we) (?:can|could)\b/i;
/** `You can ring me, or I'll try you again`: what the other side may do promises nothing else. */
const CALLED = /^(?:you can|you could|give|call|ring|phone|text)\b/i;
const HANGS_ON = /\b(?:if|unless|provided|as long as|in case)\b/i;
/** What a message on a machine nearly always hangs on, and as the task says it. */
const IF_UNHEARD = /^(if I (?:don['’]t|do not) (?:hear|get|reach|catch)\b[^,]*?),?\s+(?=I['’]ll\b)/i;
export const UNHEARD = 'if I have not heard from you';

/** The words after `I'll`, `could you` and their like. */
export interface TaskOpening {
  /** Who is to do it where it is neither side: `Dewayne`. */
  doer: string;
  rest: string;
  /** The first word surely is a verb. */
  isVerb: boolean;
}

/** From each clause on: `Half six, I'll get Bex to show you round`. What hangs on a condition before it is left. */
export function taskOpenings(sentence: string, kind: Kind): TaskOpening[] {
  const unheard = kind === 'promise' ? IF_UNHEARD.exec(sentence) : null;
  if (unheard !== null) {
    const opening = openingOf(sentence.slice(unheard[0].length), kind);
    return opening === null ? [] : [{ ...opening, rest: `${opening.rest}, ${UNHEARD}` }];
  }
  const starts = [...sentence.matchAll(CLAUSE)].map((one) => one.index + one[0].length);
  return [...new Set(starts)].flatMap((at) => {
    const before = sentence.slice(0, at);
    if (hangsOn(before, kind, sentence.slice(at))) return [];
    const opening = openingOf(sentence.slice(at).replace(LEADS, ''), kind);
    return opening === null ? [] : [opening];
  });
}

/** `If it rains, `; `Just say yes and `; `I'll find out, so ` I can tell her. */
function hangsOn(before: string, kind: Kind, clause: string): boolean {
  const isPurpose = PURPOSE.test(`${/(?:\bso)?\s*$/i.exec(before)?.[0] ?? ''}${clause}`);
  if (HANGS_ON.test(before) || (isPurpose && /[^.?!;:\s]\s*(?:\bso\s+)?$/i.test(before))) return true;
  // `It's four today or I'll call` promises one of two.
  if (/\bor\s+$/i.test(before) && !CALLED.test(before)) return true;
  const [joined = ''] = /(?:^|[.?!;:]\s+)[^.?!;:]*\band\s+$/i.exec(before) ?? [];
  const [first = ''] = joined
    .replace(/^[.?!;:]\s+/, '')
    .replace(LEADS, '')
    .replace(TOLD, '')
    .toLowerCase()
    .split(/\s+/);
  return kind === 'promise' && actionVerbs.has(first);
}

function openingOf(clause: string, kind: Kind): TaskOpening | null {
  const opening = (kind === 'promise' ? PROMISED : ASKED).exec(clause);
  if (opening !== null) return { doer: '', rest: clause.slice(opening[0].length), isVerb: true };
  // `You have the address` tells something.
  if (kind === 'request')
    return STATED.test(clause) ? null : { doer: '', rest: clause.replace(TOLD, ''), isVerb: false };
  const sent = SENT.exec(clause);
  if (sent !== null) {
    const thing = (sent[1] ?? '').replace(/^your /i, 'the ');
    return { doer: '', rest: `send you ${thing}${clause.slice(sent[0].length)}`, isVerb: true };
  }
  const handed = HANDED.exec(clause);
  if (handed !== null)
    return { doer: '', rest: `send ${handed[1] ?? ''}${clause.slice(handed[0].length)}`, isVerb: true };
  const other = BY_OTHERS.exec(clause);
  if (other === null) return null;
  return { doer: other[1] ?? '', rest: clause.slice(other[0].length), isVerb: true };
}
