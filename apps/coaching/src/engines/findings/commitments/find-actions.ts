import { isConditional, isHalf } from './conditions.ts';
import { cutClause } from './cut-clause.ts';
import type { SpokenWord } from './spoken-words.ts';
import {
  actionVerbs,
  adverbs,
  baseOfIng,
  determiners,
  isFirstPerson,
  leads,
  subordinators,
  things,
  weakVerbs,
} from './word-classes.ts';

/** Something to do as it was said: the words from its verb to the end of its clause. */
export interface Action {
  words: SpokenWord[];
  /** Where its clause starts and ends in the segment's text, with its subject. */
  start: number;
  end: number;
  isNegated: boolean;
  /** It hangs on a condition or an alternative that stands beside it. */
  isHalf: boolean;
  /** Who is to do it when it is neither side: `Phil will call`. */
  doer: SpokenWord[];
  /** How sure the wording alone is that this is a commitment: `I'll` more than `I can`. */
  weight: number;
}

/** `I'm sending it now` is a promise, `I'm walking to the cabinet now` is over before the call is. */
const NOW_SENT = new Set('send email mail text post put take mark remove book add bring ship'.split(' '));
const BE_READY = new Set('there home ready early on nice careful five ten fifteen twenty'.split(' '));
type Kind = 'promise' | 'request';

/** What a stretch that promises or asks says is to be done. Several, when it names several. */
export function findActions(words: readonly SpokenWord[], kind: Kind): Action[] {
  const actions: Action[] = [];
  for (let at = 0; at < words.length; ) {
    const start = kind === 'promise' ? promiseAt(words, at) : requestAt(words, at);
    if (start === null || isConditional(words, at)) {
      at += 1;
      continue;
    }
    const { words: clause, end } = cutClause(words, start.verb, start.base);
    const last = clause.at(-1);
    actions.push({
      words: clause,
      start: words[at]?.at ?? 0,
      end: last?.end ?? 0,
      isNegated: start.isNegated,
      isHalf: isHalf(words, at, end),
      doer: start.doer,
      weight: start.weight,
    });
    at = Math.max(end, at + 1);
  }
  return actions;
}

interface Start {
  verb: number;
  /** The base form, where another form was said. */
  base: string | null;
  isNegated: boolean;
  doer: SpokenWord[];
  weight: number;
}

function promiseAt(words: readonly SpokenWord[], at: number): Start | null {
  const text = (i: number): string => words[i]?.text ?? '';
  if (text(at) === 'i' || text(at) === 'we') {
    let i = skip(words, at + 1, adverbs);
    if (text(i) === 'am' || text(i) === 'are') {
      i = skip(words, i + 1, adverbs);
      if (text(i) === 'going' && text(i + 1) === 'to') return verbAt(words, i + 2, 0.95);
      const base = baseOfIng(text(i));
      return base === null || !NOW_SENT.has(base)
        ? null
        : { verb: i, base, isNegated: false, doer: [], weight: 0.8 };
    }
    // `We'll` may be both sides.
    if (text(i) === 'will' || text(i) === 'shall') return verbAt(words, i + 1, text(at) === 'we' ? 0.85 : 1);
    if (text(i) === 'can' || text(i) === 'could')
      return isPurpose(words, at) ? null : verbAt(words, i + 1, 0.7);
    return actionVerbs.has(text(i)) && !weakVerbs.has(text(i)) && i === at + 1 ? verbAt(words, i, 0.6) : null;
  }
  if (text(at) === 'you' && text(at + 1) === 'will' && ['get', 'have', 'receive'].includes(text(at + 2))) {
    const { words: clause } = cutClause(words, at + 2, 'send');
    const isHandedOver =
      clause
        .slice(1, 6)
        .some((word) => things.has(word.text) || ['text', 'email', 'call'].includes(word.text)) ||
      (['it', 'that', 'them', 'both'].includes(text(at + 3)) && text(at + 4) !== 'all');
    return isHandedOver
      ? { verb: at + 2, base: 'send to you', isNegated: false, doer: [], weight: 0.9 }
      : null;
  }
  if (text(at) === 'will' && at === skip(words, 0, leads)) return verbAt(words, at + 1, 0.8);
  const base = baseOfIng(text(at));
  if (base !== null && at === skip(words, 0, leads)) {
    return { verb: at, base, isNegated: false, doer: [], weight: 0.7 };
  }
  return thirdPersonAt(words, at);
}

/** `I'll find out who did it, so I can tell Menna`: what for is no task. */
function isPurpose(words: readonly SpokenWord[], at: number): boolean {
  return at > 1 && words[at - 1]?.text === 'so' && words[at - 1]?.pause !== 'long';
}

/** `Phil will ring before he comes`, `the driver will call`. */
function thirdPersonAt(words: readonly SpokenWord[], at: number): Start | null {
  const text = (i: number): string => words[i]?.text ?? '';
  const isCapital = (i: number): boolean => /^\p{Lu}\p{Ll}/u.test(words[i]?.written ?? '');
  const isName = isCapital(at);
  const isPerson = isName || ['he', 'she', 'someone', 'somebody'].includes(text(at));
  const isFrom = ['someone', 'somebody'].includes(text(at)) && text(at + 1) === 'from';
  const size = isFrom
    ? 3
    : isPerson
      ? 1
      : ['the', 'our', 'my'].includes(text(at)) && !isCapital(at + 1)
        ? 2
        : 0;
  if (size === 0 || text(at + size) !== 'will') return null;
  const start = verbAt(words, at + size + 1, 0.8);
  return start === null ? null : { ...start, doer: words.slice(at, at + size) };
}

function requestAt(words: readonly SpokenWord[], at: number): Start | null {
  const text = (i: number): string => words[i]?.text ?? '';
  const is = (i: number, ...phrase: string[]): boolean => phrase.every((word, k) => text(i + k) === word);
  if (['can', 'could', 'would', 'will'].includes(text(at)) && text(at + 1) === 'you') {
    const i = skip(words, at + 2, adverbs);
    if (text(i) === 'mind') {
      const base = baseOfIng(text(i + 1));
      return base === null ? null : { verb: i + 1, base, isNegated: false, doer: [], weight: 1 };
    }
    return verbAt(words, i, 1);
  }
  // `Earlier than that, if you can get out of bed` asks for nothing.
  const isAsked = isClauseStart(words, at) && text(at + 1) === 'you';
  if (text(at) === 'if' && isAsked && ['could', 'can', 'would'].includes(text(at + 2))) {
    return verbAt(words, at + 3, 1);
  }
  if (text(at) === 'you' && text(at - 1) !== 'if') {
    const i = skip(words, at + 1, adverbs);
    if (is(i, 'will', 'need') && determiners.has(text(i + 2)))
      return { verb: i + 1, base: 'have', isNegated: false, doer: [], weight: 0.8 };
    if (is(i, 'need', 'to') || is(i, 'have', 'to') || is(i, 'got', 'to')) return verbAt(words, i + 2, 0.8);
    if (['better', 'should'].includes(text(i))) return verbAt(words, i + 1, 0.8);
    if (is(i, 'to')) return verbAt(words, i + 1, 0.9);
    const isTold = actionVerbs.has(text(i)) && !weakVerbs.has(text(i)) && isClauseStart(words, at);
    return isTold ? verbAt(words, i, 0.8) : null;
  }
  if (!isClauseStart(words, at) || goesOnFromOwn(words, at)) return null;
  if (is(at, 'make', 'sure')) {
    const i = at + (text(at + 2) === 'to' ? 3 : text(at + 2) === 'you' ? 3 : 2);
    return actionVerbs.has(text(i)) ? verbAt(words, i, 1) : verbAt(words, at, 1);
  }
  if (is(at, 'do', 'not')) return verbAt(words, at + 1, 0.9);
  if (text(at) === 'be') return BE_READY.has(text(at + 1)) ? verbStart(at) : null;
  return actionVerbs.has(text(at)) && !['is', 'and', 'or', 'was'].includes(text(at + 1))
    ? verbAt(words, at, 1)
    : null;
}

/** `I'll put a page together and send it`: whoever promises goes on. */
function goesOnFromOwn(words: readonly SpokenWord[], at: number): boolean {
  if (words[at - 1]?.text !== 'and') return false;
  for (let i = at - 1; i >= 0; i -= 1) {
    const text = words[i]?.text ?? '';
    if (text === 'you' && words[i + 1]?.text !== 'and') return false;
    if (isFirstPerson(text) && ['will', 'shall', 'am', 'are', 'can'].includes(words[i + 1]?.text ?? ''))
      return true;
    if (words[i]?.pause === 'long') return false;
  }
  return false;
}

function verbStart(verb: number): Start {
  return { verb, base: null, isNegated: false, doer: [], weight: 0.8 };
}

/** The verb after a subject and its auxiliary, past `not`, adverbs, `go ahead and` and `be sure to`. */
function verbAt(words: readonly SpokenWord[], from: number, weight: number): Start | null {
  const text = (i: number): string => words[i]?.text ?? '';
  let i = skip(words, from, adverbs);
  const isNegated = text(i) === 'not' || text(i) === 'never';
  if (isNegated) i = skip(words, i + 1, adverbs);
  if (text(i) === 'go' && text(i + 1) === 'ahead') i = skip(words, i + 2, new Set(['and', ...adverbs]));
  if (text(i) === 'be' && ['sure', 'happy', 'glad', 'able'].includes(text(i + 1)) && text(i + 2) === 'to')
    i += 3;
  if (text(i) === 'try' && (text(i + 1) === 'to' || text(i + 1) === 'and')) i += 2;
  if (text(i) === 'go' && text(i + 1) === 'and' && actionVerbs.has(text(i + 2))) i += 2;
  if (text(i) === 'make' && text(i + 1) === 'sure' && text(i + 2) === 'to') i += 3;
  if (text(i) === 'be') {
    const base = baseOfIng(text(i + 1));
    return base === null ? null : { verb: i + 1, base, isNegated, doer: [], weight };
  }
  const isEmpty =
    text(i) === 'have' &&
    // `I'll have asked her by then` is no more than a wish to be asked again.
    (/ed$|^done$/.test(text(i + 1)) ||
      (['got', 'to', 'been', 'a'].includes(text(i + 1)) && things.has(text(i + 2)) === false));
  return actionVerbs.has(text(i)) && !isEmpty ? { verb: i, base: null, isNegated, doer: [], weight } : null;
}

function isClauseStart(words: readonly SpokenWord[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (at === 0 || word.pause === 'long') return true;
  const previous = words[at - 1]?.text ?? '';
  if (previous === 'meantime') return true;
  if (determiners.has(previous) || subordinators.has(previous)) return leads.has(previous);
  return (
    leads.has(previous) &&
    (at === 1 || isClauseStart(words, at - 1) || previous === 'and' || previous === 'then')
  );
}

function skip(words: readonly SpokenWord[], from: number, over: ReadonlySet<string>): number {
  let i = from;
  while (i < words.length && over.has(words[i]?.text ?? '')) i += 1;
  return i;
}
