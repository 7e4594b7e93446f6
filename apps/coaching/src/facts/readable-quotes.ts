import type { Quote } from './criterion-of-call.ts';

/** `What makes you hesitate?` asks what four words of a statement would not say. */
const TELLING_WORDS = { least: 5, leastOfQuestion: 4, most: 30 };
const SHORTEST_REPLY = 4;
const SHORT = 12;

/** In enough words to be understood alone, and told to its end. */
export function isTelling(quote: Quote): boolean {
  const words = quote.quote.trim().split(/\s+/).length;
  if (/(?:\b(?:but|and|or|because|if|the|an?|of|for|to)[.,…\s-]*|[-–—]\s*)$/i.test(quote.quote)) return false;
  // `laughs] Well, I'm sorry about that.`
  if (/n['’]t$|[[\]]/i.test(quote.quote.trim())) return false;
  // `last year only we are still`, where nobody wrote full stops.
  if (/\b(?:i|we|is|are|was|were|my|your|our|with|from|still|than|very)$/i.test(quote.quote.trim()))
    return false;
  const least = asks(quote) ? TELLING_WORDS.leastOfQuestion : TELLING_WORDS.least;
  return words >= least && words <= TELLING_WORDS.most;
}

/** Begins within a sentence, where the engine wrote sentences, or breaks off: `he has got to see this, too.` */
export function isCut({ quote }: Quote): boolean {
  return /^\p{Ll}.*[.?!]$|[-–—]$/su.test(quote.trim());
}

/** `So what's, I mean, is there` and `I'm, I'm sorry` show what was done, but nobody should copy it. */
export function isHalting({ quote }: Pick<Quote, 'quote'>): boolean {
  return /\b(?:um|uh|erm|i mean|you know)\b[,.]|, well,|(?:\.\.\.|…).|\b([\w'’]+), \1\b|\b(im|i|i'm|we|the|and) \2\b/i.test(
    quote,
  );
}

/** `The back is southwest, isn't it?` asks for a yes, and `Are you all right?` for nothing. */
export function onlyConfirms({ quote }: Quote): boolean {
  return /^(?:are you (?:all right|okay|ok|well)|how are you(?: doing)?)(?: today)?\?$|,\s*(?:(?:is|are|was|were|do|does|did|have|has|can|will|would)(?:n['’]t)? (?:it|you|he|she|they|that|there)|right|yes|no|huh)\?$/i.test(
    quote.trim(),
  );
}

/** `When do you see him?`, `They'd have to want it`, `I've got the cheap one`: who was not there knows none of them. */
export function pointsElsewhere({ quote }: Quote): boolean {
  const person = quote.search(/\b(?:him|her|he|she)\b/i);
  // `I'll send Luis, he'll call` names him.
  if (person >= 0) return !/\s\p{Lu}\p{Ll}{2,}/u.test(quote.slice(0, person));
  const isShort = quote.trim().split(/\s+/).length <= SHORT;
  return (
    isShort &&
    /\b(?:they|them|in there|the (?:\w+ )?ones?|(?:do|want|have|take|got) it(?=[.!?]?$)|(?:add|bring|check|do|fix|note|put|send|write) (?:this|that))\b/i.test(
      quote.trim(),
    )
  );
}

/** At the beginning of a sentence any word has a capital; these have one everywhere. */
const NAMES =
  /(?<=[\p{Ll}\d,;:] )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mr|Mrs|Ms|Dr)\b|I['’])\p{Lu}[\p{Ll}'’]{2,}/gu;

/** `May I come by when Amy's there?`: who read no transcript knows no Amy. @param known Names that the text explains. */
export function namesOthers({ quote }: Pick<Quote, 'quote'>, known: readonly string[]): boolean {
  const told = known.join(' ').toLowerCase();
  const names = (quote.match(NAMES) ?? []).map((name) => name.replace(/['’]\p{Ll}+$/u, '').toLowerCase());
  return names.some((name) => !told.includes(name));
}

const DAY = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)\b/i;
const NUMBER =
  /\b(?:oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|o['’]clock|half|\d+(?::\d\d|\s?[ap]\.?m)?)\b/gi;
const MANY_NUMBERS = 4;

/** `Thursday the fourteenth at nine.`, `Two one seven, five five five?` */
export function isParticular({ quote }: Quote): boolean {
  const numbers = quote.replace(DAY, '').match(NUMBER)?.length ?? 0;
  return numbers >= MANY_NUMBERS || (numbers > 0 && DAY.test(quote));
}

export function asks({ quote }: Pick<Quote, 'quote'>): boolean {
  return quote.trim().endsWith('?');
}

/** `So how many of you are there?`, `You change your filter?` */
export function isClosedQuestion({ quote }: Quote): boolean {
  return !/\b(?:what|why|where|which|tell|how(?! (?:many|much|old|long|often)))\b/i.test(quote);
}

/** `No, I get it.`, `That's a lot, I know.`: shows that it was heard, whatever follows. */
export function takesUp({ quote }: Pick<Quote, 'quote'>): boolean {
  return /\b(?:i (?:get (?:it|that)|(?:can |do )?understand|hear (?:you|that)|(?:can )?see|know|don['’]t blame)\b|understood|fair enough|that['’]s (?:fair|true|a lot|right|awful|hard|high)|(?:i['’]m|so) sorry|of course|totally|makes sense|good (?:point|question))/i.test(
    quote,
  );
}

/** `All right, I'll cancel it. Good luck with it.` */
export function letsGo({ quote }: Quote): boolean {
  return /\b(?:good luck|take care|good ?bye|bye|have a (?:good|nice|great|lovely)|i(?:['’]ll| will) (?:cancel|take (?:you|it|that) o(?:ff|ut)|leave (?:it|you)|let you go|not call)|thank(?:s| you) for)\b/i.test(
    quote,
  );
}

export function isWhole({ quote }: Pick<Quote, 'quote'>): boolean {
  return quote.trim().split(/\s+/).length >= SHORTEST_REPLY && !/[-–—]$/.test(quote.trim());
}

/** `I sell rolls for eighty cents` follows an objection: alone it refuses, doubts or weighs nothing. */
export function objects({ quote }: Quote): boolean {
  return /n['’]t\b|\b(?:no|not|never|nobody|nothing|too|only|but|enough|already|cheaper|expensive|bad|afford|worried|afraid|lot of|(?:more|less|better|worse) than|have to|need to|wait|why|how do i know)\b/i.test(
    quote,
  );
}

const POINTS_AT =
  /\b(?:it|they|them|he|she|him|her|those|these)\b|\b(?:put|send|do|get|bring|find|read|have|take) (?:that|this)\b/i;
/** `Let me call the insurance, and if they say yes I'm in.` says who they are. */
const NAMED_BEFORE =
  /\b(?:the|an?|my|your|our) \p{L}{3,}.*?\b(?:it|they|them)\b|^[^.?!]*\b\p{Lu}\p{Ll}{2,}, (?:he|she)\b/u;

/** Whether who reads no transcript knows what is spoken of: to its end, plain, and with nobody or nothing that only the call explains. */
export function isUnderstood({ agent, contact }: { agent: string; contact: string }, quote: Quote): boolean {
  const { quote: words } = quote;
  return (
    isTelling(quote) &&
    !isCut(quote) &&
    !isHalting(quote) &&
    !pointsElsewhere(quote) &&
    !namesOthers(quote, [agent, contact]) &&
    (!POINTS_AT.test(
      words.replaceAll(/\bit(?:['’]s| is) (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)/gi, ''),
    ) ||
      NAMED_BEFORE.test(words))
  );
}
