import type { ConversationDocument, Unit } from '../text/document.ts';

/** Words of one segment, by their place in its text: verbatim by construction, and checked again at the end. */
export interface Quote {
  segment: number;
  text: string;
}

/** Something the analysis says, with what it rests on. */
export interface Claim {
  text: string;
  quotes: readonly Quote[];
}

/** A quote as it stands inside another sentence, without its own full stop. */
export function bare(quote: Quote | undefined): string {
  return (quote?.text ?? '').replace(/[.!]$/, '');
}

const QUOTE_WORDS = 32;
const CONTEXT_WORDS = 14;

/**
 * The quote for words `from`..`to` of a sentence: the whole sentence where it is short, else the words around; never
 * beyond the segment the first word stands in.
 */
export function quoteOf(document: ConversationDocument, unit: Unit, from: number, to: number): Quote {
  const { words } = document;
  const segment = (words[from] as (typeof words)[number]).segment;
  const whole = unit.to - unit.from <= QUOTE_WORDS;
  let first = whole ? unit.from : Math.max(unit.from, from - CONTEXT_WORDS);
  let last = whole ? unit.to - 1 : Math.min(unit.to, to + CONTEXT_WORDS) - 1;
  while (words[first]?.segment !== segment) first += 1;
  while (words[last]?.segment !== segment) last -= 1;
  return cut(document, segment, first, last);
}

export function quoteUnit(document: ConversationDocument, unit: Unit): Quote {
  return quoteOf(document, unit, unit.from, unit.to);
}

function cut(document: ConversationDocument, segment: number, first: number, last: number): Quote {
  const text = document.transcript.segments[segment]?.text ?? '';
  const start = document.words[first]?.start ?? 0;
  let end = document.words[last]?.end ?? 0;
  if (/[.?!]/.test(text.charAt(end))) end += 1;
  return { segment, text: text.slice(start, end) };
}
