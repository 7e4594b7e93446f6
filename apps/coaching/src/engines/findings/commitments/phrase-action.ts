import type { Action } from './find-actions.ts';
import { findPerson, findThing } from './find-antecedent.ts';
import { capitalized, joined, type SpokenWord } from './spoken-words.ts';
import {
  actionVerbs,
  adverbs,
  determiners,
  finiteVerbs,
  ingOf,
  isFirstPerson,
  isSecondPerson,
  particles,
  personNouns,
  prepositions,
  properWords,
  subordinators,
  subjects,
  thirdPersonOf,
  things,
  timeWords,
} from './word-classes.ts';

/** Who speaks to whom, by the names to print, and what was said before, for what the pronouns stand for. */
export interface Setting {
  owner: string;
  other: string;
  isOwnPromise: boolean;
  isOwnerContact: boolean;
  /** Who comes to the appointment, where one was made. */
  visitor: string | null;
  /** Earlier words of the same stretch, of this turn and the one before, and of those who may have named a person. */
  said: readonly SpokenWord[];
  things: readonly SpokenWord[];
  people: readonly SpokenWord[];
}

type Token = SpokenWord;
const CALLS = new Set(['call', 'ring', 'shout', 'bell', 'buzz', 'callback', 'tinkle']);
const MESSAGES = new Set(['text', 'email', 'message', 'line', 'link', 'invite', 'note', 'pdf', 'copy']);
const READY = new Set('ready out handy printed prepared available here there done over'.split(' '));
const KEEPS_THAT = new Set(['day', 'morning', 'afternoon', 'evening', 'night', 'week', 'weekend', 'month', 'time']);
/** `my number` stays somebody's; `my manager` is the manager. */
const PERSONAL = new Set(['name', 'number', 'cell', 'mobile', 'email', 'address', 'phone']);
const COUNTED = new Set(['invite', 'invitation', 'quote', 'link', 'copy', 'letter', 'text', 'email', 'brochure']);
/** Only what is handed over is looked for behind `it`. */
const HANDING_VERBS = new Set('send email mail text post bring forward fax print put upload share have drop leave sign fill read review get stick give deliver ship'.split(' '));
const PERSON_VERBS = new Set(['tell', 'ask', 'call', 'ring', 'phone', 'let', 'get', 'have', 'give', 'remind', 'warn', 'text', 'email', 'help']);

/** `send you the quote`, promised to Maureen → `Send Maureen the quote`. Null where a word stands for nothing known. */
export function phraseAction(action: Action, setting: Setting): string | null {
  const tokens = withoutFavours(openedGive(action.words.map((word) => ({ ...word }))));
  const doer = replacePronouns(action.doer, setting);
  const named = replacePronouns(tokens, setting, action.doer.length > 0);
  if (named === null || doer === null) return null;
  const [verb] = named;
  if (verb === undefined) return null;
  if (verb.text === 'have' && !action.isNegated && !named.some(({ text }) => READY.has(text)) && !named.slice(1).some(({ text }) => actionVerbs.has(text) || prepositions.has(text))) named.push(word('ready'));
  if (named.length === 2 && ['call', 'ring', 'phone'].includes(verb.text) && named[1]?.written === setting.other && !action.isNegated) {
    named.push(word('back'));
  }
  if (action.doer.length > 0) named.unshift(word('have'), ...doer);
  if (action.isNegated) named.unshift(word('do'), word('not'));
  return capitalized(joined(named.map(withComma)));
}

function withComma(token: Token, i: number): { written: string; glue: string } {
  return { written: token.written, glue: i > 0 && token.pause === 'short' ? ', ' : token.glue };
}

function word(text: string, like?: Token): Token {
  return { text: text.toLowerCase(), written: text, glue: ' ', pause: like?.pause ?? '', at: like?.at ?? 0 };
}

/** `give you a call` is calling, `shoot you an email` is sending one. */
function openedGive(tokens: Token[]): Token[] {
  const [verb, object, article, noun] = tokens.map(({ text }) => text);
  if (verb === 'send' && object === 'to' && article === 'you') return [word('send'), ...tokens.slice(2)];
  const isObject = isFirstPerson(object ?? '') || isSecondPerson(object ?? '') || ['him', 'her', 'them'].includes(object ?? '');
  if (!isObject) {
    return ['shoot', 'fire'].includes(verb ?? '') ? [word('send'), ...tokens.slice(1)] : tokens;
  }
  const isCall = verb === 'give' && (CALLS.has(noun ?? '') || (article !== undefined && CALLS.has(article)));
  if (isCall) return [word('call'), ...tokens.slice(1, 2), ...tokens.slice(CALLS.has(noun ?? '') ? 4 : 3)];
  if (['shoot', 'drop', 'pop', 'fire', 'get'].includes(verb ?? '') && tokens.slice(2, 6).some(({ text }) => MESSAGES.has(text))) {
    return [word('send'), ...tokens.slice(1)];
  }
  if (verb === 'shoot') return [word('send'), ...tokens.slice(1)];
  return tokens;
}

/** `do me a favor and look` is looking; `for me` and `for you` at the end add nothing. */
function withoutFavours(tokens: Token[]): Token[] {
  let kept = tokens;
  if (kept[0]?.text === 'do' && /^favou?r$/.test(kept[3]?.text ?? '')) kept = kept.slice(kept[4]?.text === 'and' ? 5 : 4);
  const front = kept.findIndex(({ text }, i) => text === 'in' && kept[i + 1]?.text === 'front' && /^(?:me|us|you)$/.test(kept[i + 3]?.text ?? ''));
  if (front > 1) kept = [...kept.slice(0, front), word('at'), word('hand')];
  kept = kept.filter(({ text }, i) => !(text === 'both' && kept[i - 1]?.text === 'you'));
  kept = kept.map((one) => (one.text === 'here' && kept[0]?.text === 'have' ? word('there') : one));
  const for_ = kept.findIndex(({ text }, i) => text === 'for' && i > 1 && /^(?:me|us|you)$/.test(kept[i + 1]?.text ?? ''));
  if (for_ > 1 && (for_ > 2 || kept[1]?.text !== 'it')) kept = [...kept.slice(0, for_), ...kept.slice(for_ + 2)];
  const chance = kept.findIndex(({ text }, i) => (text === 'at' && kept.slice(i, i + 4).some((one) => one.text === 'convenience')) || (text === 'when' && kept[i + 1]?.text === 'you' && ['get', 'can', 'have'].includes(kept[i + 2]?.text ?? '')) || (text === 'by' && kept[i + 1]?.text === 'then'));
  if (chance > 1) kept = kept.slice(0, chance);
  return kept.filter(({ text }) => !['myself', 'yourself', 'please', 'just', 'somehow', 'personally', 'definitely'].includes(text));
}

function replacePronouns(tokens: readonly Token[], setting: Setting, isDoerKnown = false): Token[] | null {
  const { owner, other, isOwnPromise, said, things: named, people } = setting;
  const own = new Set([owner, other].map((name) => name.toLowerCase()));
  // The agent is to tell people of the agent's side, not the contact's family.
  const isOwnKin = isOwnPromise || setting.isOwnerContact;
  const isOwner = isOwnPromise ? isFirstPerson : isSecondPerson;
  const isOther = isOwnPromise ? isSecondPerson : isFirstPerson;
  const result: Token[] = [];
  let hasThing = false;
  let hasPerson = isDoerKnown;
  let hasOther = false;
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as Token;
    const { text } = token;
    const next = tokens[i + 1]?.text ?? '';
    const previous = tokens[i - 1]?.text ?? '';
    const isPossessive = ['my', 'your', 'our', 'mine', 'yours', 'ours'].includes(text);
    const isSubject = !isPossessive && text !== 'me' && text !== 'us' && (subordinators.has(previous) || finiteVerbs.has(next) || (i > 1 && text === 'i'));
    if (isOwner(text) || isOther(text)) {
      if (text === 'mine' || text === 'yours' || text === 'ours') return null;
      if (text === 'we' || (isSubject && isOwner(text))) {
        // What the owner does meanwhile cannot be said in an imperative, but `before you come` can.
        const isPlainVerb = actionVerbs.has(next) && !['will', 'can'].includes(next);
        const joins = previous === 'before' || previous === 'after';
        if (text !== 'we' && joins && isPlainVerb) {
          result.push({ ...word(ingOf(next)), at: token.at });
          i += 1;
          continue;
        }
        if (!subordinators.has(previous) || result.length < 4) return null;
        result.pop();
        return result;
      }
      if (isPossessive) {
        if (isOwner(text)) result.push(next === 'own' ? word('their', token) : PERSONAL.has(next) ? word(`${owner}'s`, token) : word('the', token));
        else result.push(word(hasOther ? 'their' : possessive(other), token));
        hasOther ||= isOther(text);
        continue;
      }
      if (isOwner(text)) return null;
      if (isSubject) {
        result.push(word(other, token));
        hasOther = true;
        if (next !== '') result.push({ ...(tokens[i + 1] as Token), written: thirdPersonOf(next) });
        i += 1;
        continue;
      }
      result.push(word(other, token));
      hasOther = true;
      continue;
    }
    if (['it', 'that', 'this', 'those', 'these', 'them'].includes(text)) {
      const isRelative = text === 'that' && i > 1 && next.endsWith('s') && !prepositions.has(previous) && !actionVerbs.has(previous);
      const isBeforeNoun = text !== 'it' && text !== 'them' && !endsNounPhrase(next) && !isRelative;
      if (isBeforeNoun) {
        const keeps = KEEPS_THAT.has(next) || (text !== 'that' && text !== 'this' && false);
        result.push(keeps ? token : word('the', token));
        hasThing = true;
        continue;
      }
      const isClauseOpener = text === 'that' && i > 1 && !prepositions.has(previous) && !actionVerbs.has(previous) && !isOther(previous);
      const isSameClause = tokens.slice(1, i).some((one) => one.text === 'and');
      if (isClauseOpener || (hasThing && (isSameClause || tokens.slice(1, i).some((one) => things.has(one.text)))) || (text === 'them' && hasPerson)) {
        result.push(token);
        continue;
      }
      const isHanded = i === 1 || (i === 2 && isOther(previous));
      const isPeople = text === 'them' && PERSON_VERBS.has(previous);
      const found = isPeople ? (findPerson(people, 'they', own, isOwnKin) ?? visitor(setting, tokens)) : findThing(isHanded ? named : said, /^th(?:em|ose|ese)$/.test(text));
      if (found === null || (!isPeople && !HANDING_VERBS.has(tokens[0]?.text ?? ''))) return null;
      result.push(joined(result).includes(found) ? token : word(found, token));
      hasThing = true;
      continue;
    }
    if (['he', 'she', 'him', 'her', 'his', 'they'].includes(text)) {
      if (!hasPerson) {
        const found = findPerson(people, text === 'he' || text === 'him' || text === 'his' ? 'he' : text === 'they' ? 'they' : 'she', own, isOwnKin) ?? visitor(setting, tokens);
        if (found === null) return null;
        const isPossessed = text === 'his' || (text === 'her' && !endsNounPhrase(next));
        result.push(word(isPossessed ? possessive(found) : found, token));
        hasPerson = true;
      } else result.push(token);
      continue;
    }
    if (i > 0 && !prepositions.has(text) && !adverbs.has(text) && (previous === 'the' || previous === 'a' || previous === 'an')) hasThing = true;
    if (i > 0 && (personNouns.has(text) || (/^\p{Lu}\p{Ll}/u.test(token.written) && !timeWords.has(text)))) hasPerson = true;
    // `tell him bring a ladder` lacks its `to`.
    const isTold = ['tell', 'ask'].includes(tokens[0]?.text ?? '') && i === 2 && actionVerbs.has(text) && (determiners.has(next) || particles.has(next) || prepositions.has(next));
    if (isTold) result.push(word('to'));
    if (i > 0 && previous !== '' && COUNTED.has(text) && (i === 1 || previous === 'you')) result.push(word(text.startsWith('e') || text.startsWith('i') ? 'an' : 'a'));
    // `call Harold Monday` → `call Harold on Monday`.
    const isBareDay = isWeekday(text) && i > 0 && token.pause === '' && !prepositions.has(previous) && !['this', 'next', 'the', 'every', 'last', 'that'].includes(previous) && !timeWords.has(previous);
    if (isBareDay) result.push(word('on'));
    result.push(token);
  }
  return result;
}

/** `tell him to ring the bell`: whoever it will be that comes. */
function visitor({ visitor, isOwnerContact }: Setting, tokens: readonly Token[]): string | null {
  const isHer = tokens.some(({ text }) => text === 'her');
  return !isOwnerContact && !isHer && ['tell', 'ask'].includes(tokens[0]?.text ?? '') ? visitor : null;
}

function isWeekday(text: string): boolean {
  return text.endsWith('day') && properWords.has(text);
}

function endsNounPhrase(next: string): boolean {
  return next === '' || subjects.has(next) || prepositions.has(next) || particles.has(next) || (timeWords.has(next) && !KEEPS_THAT.has(next)) || adverbs.has(next) || ['and', 'or', 'to', 'so', 'then', 'as', 'ready', 'all', 'when', 'if', 'too', 'right', 'straight', 'first', 'back', 'know', 'come', 'go', 'bring', 'call', 'not', 'no', 'be'].includes(next);
}

function possessive(name: string): string {
  return `${name}'s`;
}
