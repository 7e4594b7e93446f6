import { type Conversation, chance, likeliest, type Stretch } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import { joined, spokenWords } from '../commitments/spoken-words.ts';
import { danglingWords, isFirstPerson, isSecondPerson, leads } from '../commitments/word-classes.ts';
import type { Findings } from '../findings.ts';
import { speakerName } from '../speaker-name.ts';
import { breaksOff, quoted, tells } from './quoted.ts';

/** Six of ten that are likelier are the very line that a person would take. */
const SAID_FROM = 0.7;
/** Where nothing else says what the call is about; whoever calls in says it sooner. */
const ONLY_FROM = { calledIn: 0.6, called: 0.7 };
/** `I can't sleep on it` says nothing of what it is about. */
const LEAST_CONTENT = 3;
const LIKELY = 0.5;
const WISHED_FROM = 0.3;
const LEAST_WISH = 2;
const MOST_WORDS = 26;
/** Of `I want it` nobody knows what; `I want to go` and `I need you to listen` are wishes of the moment. */
const WISH =
  /\b(?:i|we)(?:['’]d| would| do| just| really)* (?:want|need|like|am looking for|['’]m looking for|are looking for|was looking for|was hoping for|were hoping for)(?:ed)?\b(?! (?:to|you|them|that|this|him|her|it(?! to)|nothing|no|any(?:one|body|thing)?|some(?:one|body|thing))\b)/i;
const QUESTION =
  /^(?:(?:and|so|but|well|oh),?\s+)*(?:who|what|when|where|why|how|which|is|are|am|was|were|do|does|did|can|could|will|would|shall|should|have|has|had|may|might)\b/i;
const PAST: Record<string, string> = { want: 'wanted', need: 'needed' };

/** What the contact wants or is up against: in the third person where that is safe, else in their own words. */
export function contactWish(
  { conversation, keyWords: { need } }: Findings,
  used: ReadonlySet<number>,
  { isSecondQuote, isAbout }: { isSecondQuote: boolean; isAbout: boolean },
): { text: string; stretch: Stretch } | null {
  const best = bestWish(conversation, used);
  const stretch = conversation.stretches[need?.stretch ?? -1];
  const from = isAbout
    ? SAID_FROM
    : ONLY_FROM[conversation.context.incoming === true ? 'calledIn' : 'called'];
  if (need === null || stretch === undefined || need.probability < from || used.has(stretch.index))
    return best === undefined ? null : said(conversation, best, isSecondQuote);
  const contact = capitalized(speakerName(conversation, stretch));
  const wish = wishIn(conversation, stretch);
  if (wish !== null) return { text: `${contact} ${wish}.`, stretch };
  // `Can you keep it down a little?` is asked of somebody, not wanted of the offer.
  // `There's a stain, the size of a side plate?` tells it.
  const isAsked =
    (stretch.text.trim().endsWith('?') && QUESTION.test(stretch.text)) ||
    chance(stretch, 'ask_open', 'ask_closed', 'request') >= LIKELY;
  if (!breaksOff(stretch) && !isAsked && tells(stretch, LEAST_CONTENT))
    return said(conversation, stretch, isSecondQuote);
  return best === undefined ? null : said(conversation, best, isSecondQuote);
}

function said(conversation: Conversation, stretch: Stretch, isSecondQuote: boolean) {
  const contact = capitalized(speakerName(conversation, stretch));
  return {
    text: `${contact} ${isSecondQuote ? 'also ' : ''}said: ${quoted(conversation, stretch)}`,
    stretch,
  };
}

/** `I'd want it to match Mom's`, `I need a manual done`: what says so in so many words, the surest of them. */
function bestWish(conversation: Conversation, used: ReadonlySet<number>): Stretch | undefined {
  const wishes = conversation.stretches.filter(
    (one) =>
      one.role === 'contact' &&
      !used.has(one.index) &&
      one.words.length <= MOST_WORDS &&
      chance(one, 'state_need', 'request', 'state_purpose') >= WISHED_FROM &&
      chance(one, 'opt_out', 'decline', 'defer') < WISHED_FROM &&
      WISH.test(one.text) &&
      !one.text.trim().endsWith('?') &&
      !breaksOff(one) &&
      tells(one, LEAST_WISH),
  );
  return likeliest(wishes, 'state_need');
}

/** `I need insurance` → `needed insurance`. Nothing else of the first or second person may be left. */
function wishIn(conversation: Conversation, stretch: Stretch): string | null {
  const words = spokenWords(conversation, stretch);
  let at = 0;
  while (leads.has(words[at]?.text ?? '')) at += 1;
  const [subject, verb] = [words[at]?.text, words[at + 1]?.text ?? ''];
  const past = PAST[verb];
  if ((subject !== 'i' && subject !== 'we') || past === undefined) return null;
  const rest = words.slice(at + 2);
  const isPlain =
    rest.length >= 2 &&
    rest.every(
      ({ text, pause }) =>
        pause === '' && !isFirstPerson(text) && !isSecondPerson(text) && !UNCLEAR.has(text),
    );
  if (!isPlain || danglingWords.has(rest.at(-1)?.text ?? '')) return null;
  return `${past} ${joined(rest)}`;
}

const UNCLEAR = new Set('it that this them they he she him her and but so because is'.split(' '));
