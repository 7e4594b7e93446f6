import type { Stretch } from './conversation.ts';

/** Words of one segment, by their place in its text: verbatim by construction, and checked again at the end. */
export interface Quote {
  segment: number;
  text: string;
  /** Of a criterion that it shows. */
  indicator?: string;
}

/** Something the analysis says, with what it rests on. */
export interface Claim {
  text: string;
  quotes: readonly Quote[];
}

export function quoteOf({ segment, text }: Stretch): Quote {
  return { segment, text: text.trim() };
}

/** A quote as it stands inside another sentence, without its own full stop; what breaks off keeps its dots. */
export function bare(quote: Quote | undefined): string {
  return (quote?.text ?? '').replace(/(?<![.…])[.!,;]$/, '');
}
