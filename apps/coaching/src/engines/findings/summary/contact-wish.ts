import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { namesOf } from '../commitments/names.ts';
import { joined, spokenWords } from '../commitments/spoken-words.ts';
import { danglingWords, isFirstPerson, isSecondPerson, leads } from '../commitments/word-classes.ts';
import { breaksOff, quoted } from './quoted.ts';

const LIKELY = 0.6;
const LEAST_WORDS = 5;
const MOST_WORDS = 24;
const IDEAL_WORDS = 13;
const PAST: Record<string, string> = { want: 'wanted', need: 'needed' };

/** What the contact wants or is up against: in the third person where that is safe, else in their own words. */
export function contactWish(
  conversation: Conversation,
  used: ReadonlySet<number>,
  isSecondQuote: boolean,
): { text: string; stretch: Stretch } | null {
  const { contact } = namesOf(conversation);
  const candidates = conversation.stretches
    .filter(
      (stretch) =>
        stretch.role === 'contact' && chance(stretch, 'state_need') >= LIKELY && !used.has(stretch.index),
    )
    .map((stretch) => ({ stretch, score: scoreOf(stretch) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.stretch.index - b.stretch.index);
  for (const { stretch } of candidates) {
    const wish = wishIn(conversation, stretch);
    if (wish !== null) return { text: `${contact} ${wish}.`, stretch };
  }
  const [best] = candidates;
  return best === undefined
    ? null
    : {
        text: `${contact} ${isSecondQuote ? 'also ' : ''}said: ${quoted(conversation, best.stretch)}`,
        stretch: best.stretch,
      };
}

function scoreOf(stretch: Stretch): number {
  const size = stretch.text.split(/\s+/).length;
  if (size < LEAST_WORDS || size > MOST_WORDS || /\.\.\.|…/.test(stretch.text) || breaksOff(stretch))
    return 0;
  const pieces = stretch.text.split(/[.?!]\s/).length;
  return (
    chance(stretch, 'state_need') -
    Math.abs(size - IDEAL_WORDS) * 0.02 -
    (pieces - 1) * 0.1 -
    (POINTS_BACK.test(stretch.text) ? 0.15 : 0)
  );
}

/** Better a sentence that stands alone. */
const POINTS_BACK =
  /^(?:(?:and|so|but|or|well|yeah)\b,?\s*)*(?:that|this|it|then|he|she|they)\b|^(?:and|or|but)\b/i;

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
