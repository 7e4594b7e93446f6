import { type Conversation, chance } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';

/** They name a way of working, and nothing that is sold. */
const GENERAL = new Set(
  'sales sale service services support general other default inbound outbound calls call leads charity business roleplay training saas dealer agency store company office estate shop team desk campaign queue list region pipeline outreach customer customers client clients account accounts appointment appointments setting discovery demo demos onboarding retention win-back winback follow-up followup renewal renewals cold warm'.split(
    ' ',
  ),
);
/** After what is sold they are part of it: `pool service`, `the CRM renewal`. */
const PART_OF = new Set('service services support renewal renewals'.split(' '));
/** Whoever sells or does it, or where: a call is about what they do. */
const WHO = new Set(
  'provider surgeon contractor installer supplier broker lender trainer sweep doctor school academy club centre center clinic practice restaurant hotel firm homes'.split(
    ' ',
  ),
);
const LEAST_STEM = 3;
/** Without capitals nothing tells a name from a thing. */
const NAMES_COMPANY = 0.5;
const MOST_WORDS = 4;
/** `hearing aids`, `roofing`, `insurance`; of anything else, `the copier lease`, it is the one that is spoken of. */
const WITHOUT_ARTICLE = /(?:[^sui]s|ing|ance|ware|ment|ity|ture)$/;
const MASS = new Set(
  'solar payroll broadband internet propane gas water coffee waste energy freight hvac cctv control care cover help relief removal hire service support advice health storage supply wholesale printing oil fuel paper furniture machinery linen'.split(
    ' ',
  ),
);

/** `about hearing aids`: the call's category, where it names a thing and the call speaks of that; empty elsewhere. */
export function aboutCategory({ context, stretches, transcript }: Conversation): string {
  const words = wordsOf(context.category);
  const head = words.at(-1) ?? '';
  const named = thingsNamed(words);
  if (named.length === 0) return '';
  const isSpoken = stretches.some(
    (stretch) =>
      (chance(stretch, 'identify_company') < NAMES_COMPANY || /\p{Lu}/u.test(stretch.text)) &&
      stretch.words.some(
        ({ text, start }) =>
          named.some((word) => isAlike(text, word)) &&
          // `heating oil` tells more than `Rosses Oil`, `memorials` no more than `Rademacher Memorials`.
          ((words.length > 1 && !WHO.has(head)) || isSmall(transcript, stretch.segment, start)),
      ),
  );
  const article = WITHOUT_ARTICLE.test(head) || MASS.has(head) ? '' : 'the ';
  return isSpoken ? ` about ${article}${written(transcript, context.category ?? '')}` : '';
}

/** ` (pole barns)`: where the call does not say what it is about, its category; empty where that names no thing. */
export function categoryBeside({ context }: Conversation): string {
  const isThing = thingsNamed(wordsOf(context.category)).length > 0;
  return isThing ? ` (${context.category?.trim()})` : '';
}

/** The words of a category that name what is sold; none where it names a way of working. */
function thingsNamed(words: readonly string[]): string[] {
  const head = words.at(-1) ?? '';
  const isThing = words.length <= MOST_WORDS && (!GENERAL.has(head) || PART_OF.has(head));
  const isNamed = (word: string): boolean =>
    !GENERAL.has(word) && word.length >= LEAST_STEM && (word === head || !WHO.has(head));
  return isThing ? words.filter(isNamed) : [];
}

/** `Murray Valley Hatchery, this is Nadine` only names the company. */
function isSmall({ segments }: Conversation['transcript'], segment: number, start: number): boolean {
  return /^(?:\p{Ll}|\p{Lu}{2})/u.test((segments[segment]?.text ?? '').slice(start));
}

/** `led lighting` is `LED lighting` where the call writes it so. */
function written({ segments }: Conversation['transcript'], category: string): string {
  return category.trim().replace(/\p{L}+/gu, (word) => {
    const capitals = word.toUpperCase();
    const isSo = segments.some(({ text }) => text.split(/[^\p{L}]+/u).includes(capitals));
    return isSo && word.length > 1 ? capitals : word;
  });
}

/** Whether a phrase names what the call's category does: `the Rexor lease` of `copier leasing`. */
export function isOfCategory({ context }: Conversation, phrase: readonly string[]): boolean {
  const named = wordsOf(context.category).filter((word) => !GENERAL.has(word));
  return phrase.some((word) => named.some((one) => isAlike(word, one)));
}

function wordsOf(category = ''): string[] {
  return splitWords(category).map(({ text }) => text);
}

/** `lease` and `leasing`, `policy` and `policies`. */
function isAlike(word: string, other: string): boolean {
  const stem = stemOf(word);
  return word === other || (stem.length >= LEAST_STEM && stem === stemOf(other));
}

function stemOf(word: string): string {
  return word.replace(/(?:ies|y|ing|es|s|e|ed)$/, '');
}
