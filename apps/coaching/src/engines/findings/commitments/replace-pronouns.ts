import { findPerson, findThing } from './find-antecedent.ts';
import { isBareDay, isNameOf } from './name-or-day.ts';
import { word } from './plain-wording.ts';
import { joined, type SpokenWord } from './spoken-words.ts';
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
  subjects,
  subordinators,
  things,
  thirdPersonOf,
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
  /** Earlier words: of the same stretch, of those that may hold `it`, of those who may have named a person. */
  said: readonly SpokenWord[];
  things: readonly SpokenWord[];
  people: readonly SpokenWord[];
}

/** What became of one word: the words to print for it, how many to go past, or the end of what can be said. */
type Step = { words: SpokenWord[]; skip?: number } | 'end' | null;

const POSSESSIVES = new Set(['my', 'your', 'our']);
const DEMONSTRATIVES = new Set(['it', 'that', 'this', 'those', 'these', 'them']);
const PEOPLE = new Set(['he', 'she', 'him', 'her', 'his', 'they']);
const KEEPS_THAT = new Set('day morning afternoon evening night week weekend month time'.split(' '));
/** `on my lunch` is nobody else's. */
const OWN_TIME = new Set('lunch break shift day own side end'.split(' '));
const PLURAL: Record<string, string> = { am: 'are', is: 'are', was: 'were' };
const COUNTED = new Set('invite invitation quote link copy letter text email brochure'.split(' '));
/** Only what is handed over is looked for behind `it`. */
const HANDING_VERBS = new Set(
  'send email mail text post bring forward fax print put upload share have drop leave sign fill read review get stick give deliver ship'.split(
    ' ',
  ),
);
const PERSON_VERBS = new Set(
  'tell ask call ring phone let get have give remind warn text email help'.split(' '),
);
const AFTER_NOUN = new Set(
  'and or to so then as ready all when if too right straight first back know come go bring call not no be'.split(
    ' ',
  ),
);

/** The words with names for the two sides and for whom or what a pronoun stands for. Null where that is unknown. */
export function replacePronouns(
  tokens: readonly SpokenWord[],
  setting: Setting,
  isDoerKnown = false,
): SpokenWord[] | null {
  const { owner, other, isOwnPromise, isOwnerContact, said, people } = setting;
  const own = new Set([owner, other].map((name) => name.toLowerCase()));
  const isOwner = isOwnPromise ? isFirstPerson : isSecondPerson;
  const isOther = isOwnPromise ? isSecondPerson : isFirstPerson;
  const result: SpokenWord[] = [];
  let hasThing = false;
  let hasPerson = isDoerKnown;
  let hasOther = false;
  for (let i = 0; i < tokens.length; i += 1) {
    const step = stepAt(i);
    if (step === null) return null;
    if (step === 'end') return result;
    result.push(...step.words);
    i += step.skip ?? 0;
  }
  return result;

  function stepAt(i: number): Step {
    const token = tokens[i] as SpokenWord;
    if (isOwner(token.text) || isOther(token.text)) return side(token, i);
    if (DEMONSTRATIVES.has(token.text)) return thing(token, i);
    if (PEOPLE.has(token.text)) return person(token, i);
    return plain(token, i);
  }

  function side(token: SpokenWord, i: number): Step {
    const { text } = token;
    const next = tokens[i + 1]?.text ?? '';
    const previous = tokens[i - 1]?.text ?? '';
    if (['mine', 'yours', 'ours'].includes(text)) return null;
    // `by you` is beside you, or done by you.
    if (previous === 'by') return null;
    if (POSSESSIVES.has(text)) {
      // `have your Oyler ring me`: a name needs nobody whose it is.
      if (isOwner(text) && isNameOf(tokens[i + 1])) return { words: [] };
      if (isOwner(text) && OWN_TIME.has(next)) return null;
      if (isOwner(text)) return { words: [word('your', token)] };
      const written = hasOther ? 'their' : `${other}'s`;
      hasOther = true;
      return { words: [word(written, token)] };
    }
    const mayBeSubject = text !== 'me' && text !== 'us';
    const isSubject =
      mayBeSubject && (subordinators.has(previous) || finiteVerbs.has(next) || (i > 1 && text === 'i'));
    if (text === 'we' || (isSubject && isOwner(text))) return ownersClause(token, next, previous);
    if (isOwner(text)) return null;
    if (isSubject) return othersClause(token, i);
    hasOther = true;
    const isGroup = previous === 'of' && ['both', 'all'].includes(tokens[i - 2]?.text ?? '');
    // `the pair of you` is more than one.
    if (previous === 'of' && !isGroup) return null;
    return { words: [word(isGroup ? 'them' : other, token)] };
  }

  /** `when I am down` → `when Walt is down`; named before: `when they are down`. */
  function othersClause(token: SpokenWord, i: number): Step {
    const between: SpokenWord[] = [];
    let at = i + 1;
    while (adverbs.has(tokens[at]?.text ?? '')) between.push(tokens[at++] as SpokenWord);
    const verb = tokens[at];
    const form =
      verb === undefined ? '' : hasOther ? (PLURAL[verb.text] ?? verb.text) : thirdPersonOf(verb.text);
    const subject = word(hasOther ? 'they' : other, token);
    hasOther = true;
    return {
      words: [subject, ...between, ...(verb === undefined ? [] : [{ ...verb, written: form }])],
      skip: at - i,
    };
  }

  /** What the owner does meanwhile cannot be said in an imperative, but `before you come` can. */
  function ownersClause({ text, at }: SpokenWord, next: string, previous: string): Step {
    const joins = previous === 'before' || previous === 'after';
    if (text !== 'we' && joins && actionVerbs.has(next))
      return { words: [{ ...word(ingOf(next)), at }], skip: 1 };
    if (!subordinators.has(previous) || result.length < 4) return null;
    result.pop();
    return 'end';
  }

  function thing(token: SpokenWord, i: number): Step {
    const { text } = token;
    const next = tokens[i + 1]?.text ?? '';
    const previous = tokens[i - 1]?.text ?? '';
    const isAfterNoun =
      i > 1 && !prepositions.has(previous) && !actionVerbs.has(previous) && !isOther(previous);
    const isRelative = text === 'that' && isAfterNoun && next.endsWith('s');
    if (text !== 'it' && text !== 'them' && !endsNounPhrase(next) && !isRelative) {
      // `this number` shows on a display.
      const isShown = ['this', 'these'].includes(text) && !KEEPS_THAT.has(next) && !isSpokenOf(next);
      if (isShown) return null;
      hasThing = true;
      return { words: [KEEPS_THAT.has(next) ? token : word('the', token)] };
    }
    const before = tokens.slice(1, i);
    const isNamedHere =
      before.some((one) => one.text === 'and') ||
      (previous !== 'of' && before.some((one) => things.has(one.text)));
    const isKept =
      (text === 'that' && isAfterNoun) || (hasThing && isNamedHere) || (text === 'them' && hasPerson);
    if (isKept) return { words: [token] };
    // `That` may be all that was said before.
    if (text === 'that' || text === 'this') return null;
    const isPeople = text === 'them' && PERSON_VERBS.has(previous);
    const found = isPeople
      ? (findPerson(people, 'they', own, isOwnerContact) ?? visitor())
      : antecedent(text, i, previous);
    if (found === null) return null;
    hasThing = true;
    return { words: [joined(result).includes(found) ? token : word(found, token)] };
  }

  function isSpokenOf(head: string): boolean {
    return [...setting.things, ...said].some(({ text }) => text === head);
  }

  /** What is handed over may have been named before; what only stands in a phrase is of the same stretch. */
  function antecedent(text: string, i: number, previous: string): string | null {
    if (!HANDING_VERBS.has(tokens[0]?.text ?? '')) return null;
    const isHanded = i === 1 || (i === 2 && isOther(previous));
    const isPicture = previous === 'of' && things.has(tokens[i - 2]?.text ?? '');
    return findThing(
      isHanded || isPicture ? setting.things : said,
      ['them', 'those', 'these'].includes(text),
    );
  }

  function person(token: SpokenWord, i: number): Step {
    if (hasPerson) return { words: [token] };
    const { text } = token;
    const pronoun = text === 'they' ? 'they' : text === 'she' || text === 'her' ? 'she' : 'he';
    // The agent is to tell colleagues, nobody's family.
    const found = findPerson(people, pronoun, own, isOwnerContact) ?? visitor();
    if (found === null) return null;
    hasPerson = true;
    const isPossessed = text === 'his' || (text === 'her' && !endsNounPhrase(tokens[i + 1]?.text ?? ''));
    return { words: [word(isPossessed ? `${found}'s` : found, token)] };
  }

  /** `tell him to ring the bell`: whoever it will be that comes. */
  function visitor(): string | null {
    const isTold =
      ['tell', 'ask'].includes(tokens[0]?.text ?? '') && !tokens.some(({ text }) => text === 'her');
    return isTold && !isOwnerContact ? setting.visitor : null;
  }

  function plain(token: SpokenWord, i: number): Step {
    const { text, written } = token;
    const next = tokens[i + 1]?.text ?? '';
    const previous = tokens[i - 1]?.text ?? '';
    if (i === 0) return { words: [token] };
    if (['the', 'a', 'an'].includes(previous) && !prepositions.has(text) && !adverbs.has(text))
      hasThing = true;
    if (personNouns.has(text) || (/^\p{Lu}\p{Ll}/u.test(written) && !timeWords.has(text))) hasPerson = true;
    const words: SpokenWord[] = [];
    // `tell him bring a ladder` lacks its `to`, `call Harold Monday` its `on`, `send you invite` its `an`.
    const isTold = ['tell', 'ask'].includes(tokens[0]?.text ?? '') && i === 2 && actionVerbs.has(text);
    if (isTold && (determiners.has(next) || particles.has(next) || prepositions.has(next)))
      words.push(word('to'));
    if (COUNTED.has(text) && (i === 1 || previous === 'you'))
      words.push(word(/^[ei]/.test(text) ? 'an' : 'a'));
    if (isBareDay(token, previous)) words.push(word('on'));
    return { words: [...words, token] };
  }
}

function endsNounPhrase(next: string): boolean {
  const isTime = timeWords.has(next) && !KEEPS_THAT.has(next);
  const isGrammar = subjects.has(next) || prepositions.has(next) || particles.has(next) || adverbs.has(next);
  return next === '' || isGrammar || isTime || AFTER_NOUN.has(next);
}
