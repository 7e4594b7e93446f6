/** Of a criterion of a call. */
interface Judged {
  readonly score: number;
  readonly potential: number;
  readonly share: number;
  readonly indicators: readonly string[];
  readonly missed: readonly { readonly indicator: string; readonly points: number }[];
}

/** Of a call. */
interface Left {
  readonly outcomes: readonly string[];
  readonly improvements: readonly { readonly kind: string }[];
}

/** Kinds of advice on a call with somebody who wanted no more calls, and was not let go. */
export function isOptOut(kind: string): boolean {
  return kind === 'opt_out_obstructed' || kind === 'opt_out_ignored';
}

/** Who wants no calls wants no better ones: such a call is judged by its fairness alone. */
export function isOfFairness({ indicators }: Pick<Judged, 'indicators'>): boolean {
  return indicators.includes('stayed_fair') || indicators.includes('respected_no');
}

/** Of a call in which open questions may have been asked. */
export function withoutMissedQuestions<T extends Judged>(criterion: T): T[] {
  const { missed, indicators, score } = criterion;
  const unclear = missed.find(({ indicator }) => indicator === 'asked_open_questions');
  if (unclear === undefined) return [criterion];
  const potential = criterion.potential - unclear.points;
  if (potential <= 0) return [];
  return [
    {
      ...{ ...criterion, potential, share: score / potential },
      missed: missed.filter((one) => one !== unclear),
      indicators: indicators.filter((one) => one !== unclear.indicator),
    },
  ];
}

/** `No call.`, `Don't call me`: `I got no call back` and `I don't call that cheap` ask for nothing. */
const WANTS_NO_CALLS =
  /\b(?:(?:don['’]t|stop|quit|no more) call(?:s|ing)?\b(?! (?:it|that|this|him|her|them|an?)\b)|no calls?(?=[.,!]|$)|off (?:your|the|that|this) (?:\w+ )?list\b|(?:take|get) (?:me|us|the number|my number|this number) off\b|lose (?:my|this) number\b)/i;

/** In these very words. */
export function asksForNoCalls(quote: string): boolean {
  return WANTS_NO_CALLS.test(quote);
}

/** Who asks to be left alone objects to nothing that could be answered. */
export function wantsNoCalls(
  { outcomes, improvements }: Left,
  { quote }: { readonly quote: string },
): boolean {
  return (
    outcomes.includes('do_not_contact') ||
    improvements.some(({ kind }) => isOptOut(kind)) ||
    asksForNoCalls(quote)
  );
}

const TELLS_TIME =
  /\b(?:today|tonight|now|only|last|left|until|till|ends?|expires?|before|midnight|hold|gone|week|month|hours?|minutes?|deadline|hurry|late|soon|rates?|go(?:es|ing)? up|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

/**
 * Whether words that somebody is told to leave out show why: a deadline names a time, and what was interrupted within a sentence
 * shows nothing. `for Wednesday, and then if he doesn't like it he can always`
 */
export function showsItself({
  kind,
  quotes,
}: {
  readonly kind: string;
  readonly quotes: readonly { readonly quote: string }[];
}): boolean {
  const quote = quotes.at(-1)?.quote.trim() ?? '';
  if (kind === 'false_urgency') return TELLS_TIME.test(quote);
  if (kind === 'unfair' || kind === 'pressure') return !/^\p{Ll}.*[^.?!]$/su.test(quote);
  return true;
}
