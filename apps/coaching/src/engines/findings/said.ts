import { bare, type Quote } from '../conversation/claim.ts';
import type { Conversation, Stretch } from '../conversation/conversation.ts';
import { splitWords } from '../conversation/split-words.ts';
import { namesOf } from './commitments/names.ts';
import { danglingWords, determiners, finiteVerbs, subjects } from './commitments/word-classes.ts';
import { contentWords } from './feedback/shared-words.ts';

const MOST_WORDS = 24;
/** Fewer words say nothing by themselves. */
const TELLING_WORDS = 5;
/** `And then`, `Well,` before what is said; `no` and `yes` are part of it. */
const LEADING =
  /^(?:(?:and|or|but|so|well|oh,? (?:my )?(?:boy|man|god|gosh|lord)|oh|um|uh|erm|because(?! of\b)|cause(?! of\b)|cuz(?! of\b)|i mean|you know(?! (?:something|what)\b)|like i said|look|listen)\b(?:[,.]|\.\.\.)*\s+)+/i;
const ENDS_SENTENCE = /[.?!…]["']?\s*$/;
const TITLES = String.raw`\b(?:Mr|Mrs|Ms|Dr|St|Mt|Jr|Sr|Rev|Prof)`;
/** The full stop of `Mrs.` does not end a sentence. */
export const BETWEEN_SENTENCES = new RegExp(String.raw`(?<=[.?!])(?<!${TITLES}\.) `);
const BETWEEN_CLAUSES = new RegExp(String.raw`(?<!${TITLES})[,;.?!…](?:\s|$)`);

/**
 * A stretch as it is quoted: without the `And` before it; one that is cut short goes on to the end of its sentence, as
 * far as it was said in one breath. Verbatim in its segment.
 */
export function spoken(conversation: Conversation, stretch: Stretch): Quote {
  const { segment } = stretch;
  const [start, end] = wholeSentence(conversation, stretch);
  const whole = (conversation.transcript.segments[segment]?.text ?? stretch.text).slice(start, end).trim();
  return { segment, text: withoutOpening(whole) };
}

/** `And then`, `Oh, God`: left out where enough follows. */
export function withoutOpening(whole: string): string {
  const short = whole.replace(LEADING, '');
  return splitWords(short).length >= TELLING_WORDS ? short : whole;
}

function wholeSentence({ transcript, stretches }: Conversation, stretch: Stretch): [number, number] {
  let { start, end } = stretch;
  const text = transcript.segments[stretch.segment]?.text ?? '';
  const isShort = (): boolean => splitWords(text.slice(start, end)).length < TELLING_WORDS;
  const isBeside = (one: Stretch | undefined): one is Stretch =>
    one?.segment === stretch.segment && one.role === stretch.role;
  const next = stretches[stretch.index + 1];
  if (isShort() && !ENDS_SENTENCE.test(text.slice(start, end)) && isBeside(next)) end = next.end;
  const previous = stretches[stretch.index - 1];
  const isOpened = !ENDS_SENTENCE.test(text.slice(0, start)) && start > 0;
  if (isShort() && isOpened && isBeside(previous)) start = previous.start;
  return [start, end];
}

/** What a claim rests on, as it is quoted. */
export function quotesOf(conversation: Conversation, indexes: readonly number[]): Quote[] {
  return indexes
    .flatMap((index) => conversation.stretches[index] ?? [])
    .map((stretch) => spoken(conversation, stretch));
}

/** A stretch inside a sentence, in quotation marks; a long one up to a word's end. */
export function said(conversation: Conversation, stretch: Stretch): string {
  const text = bare(spoken(conversation, stretch)).replaceAll('"', "'");
  return `"${cutShort(text)}"`;
}

/** Up to a word's end. */
export function cutShort(text: string, most = MOST_WORDS): string {
  const words = text.split(/\s+/);
  if (words.length <= most) return text;
  const kept = words.slice(0, most).join(' ');
  return `${kept.replace(/[,;:.]$/, '')} …`;
}

/** No full stop after a quotation that has its own mark. */
export function punctuated(text: string): string {
  return text.replaceAll(/([?!…]["”])\./g, '$1');
}

const LEAST_WORDS = 3;
const MOST_FRAGMENT_WORDS = 12;

/** A clause of a stretch as the start of a question about it: `You said 'the sill is wet'. `; empty where none is short. */
export function takenUp({ text }: Stretch): string {
  const clauses = text
    .replaceAll('"', '')
    .split(BETWEEN_CLAUSES)
    .map((part) => part.trim().replace(LEADING, ''))
    .filter((part) => {
      const words = part.split(/\s+/);
      const isWhole = !danglingWords.has(words.at(-1)?.toLowerCase() ?? '');
      return (
        words.length >= LEAST_WORDS && words.length <= MOST_FRAGMENT_WORDS && isWhole && saysSomething(part)
      );
    });
  const sentences = clauses.filter(hasVerb);
  const longest = (sentences.length > 0 ? sentences : clauses).reduce(
    (best, part) => (part.length > best.length ? part : best),
    '',
  );
  return longest === '' ? '' : `You said '${longest}'. `;
}

/** A subject, a common verb, or a word that ends as verbs do: a clause rather than `the one in the nursery`. */
function hasVerb(clause: string): boolean {
  return splitWords(clause).some(
    ({ text }, i) =>
      finiteVerbs.has(text) ||
      (subjects.has(text) && !determiners.has(text)) ||
      (i > 1 && /\p{L}{3}(?:s|ed)$/u.test(text)),
  );
}

/** `I don't know` takes nothing up. */
function saysSomething(clause: string): boolean {
  return contentWords(splitWords(clause).map(({ text }) => text)).length > 0;
}

/** The contact as the sentences name them. */
export function contactName(conversation: Conversation): string {
  return namesOf(conversation).contact;
}

/** `1:18`, as players show it. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
