import type { Conversation } from '../../conversation/conversation.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Commitment } from '../findings.ts';
import { determiners, finiteVerbs, personNouns, prepositions, timeWords } from './word-classes.ts';

const SAME_VERB = new Map(
  [
    ['send', 'email', 'mail', 'text', 'post', 'forward', 'share', 'deliver', 'whatsapp', 'ping', 'resend'],
    ['call', 'ring', 'phone', 'try', 'reach'],
    ['bring', 'have', 'gather', 'find', 'grab', 'get'],
    ['tell', 'ask', 'let', 'warn'],
  ].flatMap((verbs) => verbs.map((verb) => [verb, verbs[0] as string] as const)),
);
const UNDOING = new Set(['cancel', 'delete', 'remove', 'scratch']);
const SAME_SHARE = 0.5;

/** One item for one thing, however often it was said; what undoes an earlier one replaces it. */
export function mergeCommitments({ stretches }: Conversation, found: readonly Commitment[]): Commitment[] {
  const merged: Commitment[] = [];
  // `Could you bring the statements?` and `I'll bring the sack` are one, as it was asked for.
  const isAnswer = (known: Commitment, next: Commitment): boolean => {
    const [asked, promised] = [stretches[known.stretches.at(-1) ?? 0], stretches[next.stretches[0] ?? 0]];
    if (asked === undefined || promised?.turn !== asked.turn + 1) return false;
    const isPromised = asked.role !== known.owner && promised.role === next.owner;
    const [one, other] = [partsOf(known.text), partsOf(next.text)];
    return one.group === other.group || (isPromised && other.content.size <= 1 && !one.isNegated);
  };
  // `Have your data instead` is not `have the article ready`.
  const isInstead = (next: Commitment): boolean =>
    !next.text.includes('“') &&
    next.stretches.some((index) => /\binstead\b/i.test(stretches[index]?.text ?? ''));
  for (const next of found) {
    const own = (known: Commitment): boolean => known.owner === next.owner;
    const same = merged.findIndex((known) => own(known) && isSame(known, next));
    const asked = same < 0 ? merged.findIndex((known) => own(known) && isAnswer(known, next)) : same;
    const known = merged[asked];
    if (known === undefined) merged.push({ ...next });
    else if (isInstead(next)) merged[asked] = combined(known, next, next.text.replace(/,? instead\b/, ''));
    else merged[asked] = combined(known, next, same < 0 ? known.text : fullerOf(known, next));
  }
  return merged;
}

/** `Send Ida the form`, where a promise quoted shortly before says which form, is that promise. */
export function withoutRepeats(
  { stretches }: Conversation,
  phrased: readonly Commitment[],
  quoted: readonly Commitment[],
): Commitment[] {
  const turnOf = ({ stretches: [first] }: Commitment): number => stretches[first ?? 0]?.turn ?? 0;
  const told = [...quoted];
  const kept = phrased.filter((one) => {
    const { group, content } = partsOf(one.text);
    const same = told.findIndex((other) => {
      const words: readonly string[] = other.text.toLowerCase().match(/\p{L}+/gu) ?? [];
      const isNear = other.owner === one.owner && isSoonAfter(turnOf(other), turnOf(one));
      const isSaid = content.size > 0 && [...content].every((word) => words.includes(word));
      return isNear && isSaid && words.some((word) => (SAME_VERB.get(word) ?? word) === group);
    });
    const other = told[same];
    if (other !== undefined) told[same] = combined(other, one, other.text);
    return other === undefined;
  });
  return [...kept, ...told];
}

const NEAR_TURNS = 4;

function isSoonAfter(before: number, turn: number): boolean {
  return turn > before && turn - before <= NEAR_TURNS;
}

function combined(known: Commitment, next: Commitment, text: string): Commitment {
  const stretches = [...new Set([...known.stretches, ...next.stretches])];
  return { owner: next.owner, text, stretches, probability: Math.max(known.probability, next.probability) };
}

/** The fuller wording wins; between equals one that says when, then the last word, and always what undoes the other. */
function fullerOf(known: Commitment, next: Commitment): string {
  const size = ({ text }: Commitment) => partsOf(text).content.size + (saysWhen(text) ? 0.5 : 0);
  const isAsFull = size(next) >= size(known);
  return isUndone(known, next) || isAsFull ? next.text : known.text;
}

function saysWhen(text: string): boolean {
  return text
    .toLowerCase()
    .split(/\W+/)
    .some((word) => timeWords.has(word));
}

/** `Cancel the visit` undoes whatever it was; `do not send photos` undoes `send photos`, and not `take photos`. */
function isUndone(known: Commitment, next: Commitment): boolean {
  const [one, other] = [partsOf(known.text), partsOf(next.text)];
  if (other.isNegated) return !one.isNegated && one.group === other.group;
  return UNDOING.has(other.verb) && !UNDOING.has(one.verb);
}

function isSame(known: Commitment, next: Commitment): boolean {
  const [one, other] = [partsOf(known.text), partsOf(next.text)];
  const shared = [...one.content].filter((word) => other.content.has(word)).length;
  const least = Math.min(one.content.size, other.content.size);
  if (isUndone(known, next) && shared > 0) return true;
  if (one.isNegated !== other.isNegated) return false;
  const isSameVerb = one.group === other.group;
  if (isSameVerb && least === 0) return one.content.size === other.content.size || one.group === 'call';
  if (isSameVerb) return shared / least >= SAME_SHARE;
  return least >= 2 && shared / least > 0.74;
}

interface Parts {
  verb: string;
  group: string;
  isNegated: boolean;
  content: ReadonlySet<string>;
}

function partsOf(text: string): Parts {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
  const isNegated = all[0] === 'do' && all[1] === 'not';
  const words = isNegated ? all.slice(2) : all;
  const verb = words[0] ?? '';
  const content = words.slice(1).filter((word) => {
    if (timeWords.has(word) || prepositions.has(word) || determiners.has(word) || finiteVerbs.has(word))
      return personNouns.has(word);
    return (
      !text.includes(capital(word)) &&
      !['over', 'back', 'out', 'up', 'it', 'them', 'and', 'ready', 'as', 'to'].includes(word)
    );
  });
  return {
    verb,
    group: / in the (?:mail|post)\b/.test(text) ? 'send' : (SAME_VERB.get(verb) ?? verb),
    isNegated,
    content: new Set(content.map((word) => word.replace(/(?:'s|s)$/, ''))),
  };
}

function capital(word: string): string {
  return ` ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Quoted items of which no other item speaks, one for each owner and turn. */
export function unsaidItems(
  { stretches }: Conversation,
  quoted: readonly Commitment[],
  known: readonly Commitment[],
): Commitment[] {
  const turnOf = (index: number): number => stretches[index]?.turn ?? 0;
  const kept: Commitment[] = [];
  for (const item of quoted) {
    const turn = turnOf(item.stretches[0] ?? 0);
    // `I'll send you both today` is the same promise as `send the contract and the security page`, said a little later.
    const most = saysLittle(item) && known.some((one) => isOfVerb(one, item)) ? NEAR_TURNS + 2 : 1;
    const isNear = (one: Commitment): boolean =>
      one.owner === item.owner &&
      (most === 1 || isOfVerb(one, item)) &&
      one.stretches.some((index) => Math.abs(turnOf(index) - turn) <= most);
    if (![...known, ...kept].some(isNear)) kept.push(item);
  }
  return kept;
}

const POINTING = /\b(?:it|them|both|those|(?:that|this) one)\b/;
const LITTLE = 2;

function quotedWords({ text }: Commitment): readonly string[] {
  return (/“([^”]*)”/.exec(text)?.[1] ?? '').toLowerCase().match(/\p{L}+/gu) ?? [];
}

function saysLittle(item: Commitment): boolean {
  const words = quotedWords(item);
  return POINTING.test(words.join(' ')) && contentWords(words).length <= LITTLE;
}

/** Whether a quotation promises with the verb of an item. */
function isOfVerb({ text }: Commitment, quoted: Commitment): boolean {
  const { group } = partsOf(text);
  return quotedWords(quoted).some((word) => (SAME_VERB.get(word) ?? word) === group);
}
