import contractions from './contractions.json' with { type: 'json' };

export interface RawWord {
  text: string;
  start: number;
  end: number;
}

/** All branches consume at least one character and cannot overlap, so the scan is linear. */
const WORD = /\$?\p{N}+(?:[.,:]\p{N}+)*%?|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const WORD_MAX_LENGTH = 60;

const whole = new Map<string, readonly string[]>(
  Object.entries(contractions.whole).map(([word, parts]) => [word, parts.split(' ')]),
);
const endings = Object.entries(contractions.endings).map(
  ([ending, parts]) => [ending, parts.split(' ')] as const,
);
/** After these `'s` is a verb; after any other word it may as well be a possessive, and stays `'s`. */
const isHosts = new Set(contractions.is_hosts);

/**
 * Words of a text in lower case with contractions opened, and `$25` as `25 dollars`, each with its place in the text.
 * Opened parts share the place of the word they stand in, so that any quote cut along word places is verbatim.
 */
export function splitWords(text: string): RawWord[] {
  const raw: RawWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const end = start + match[0].length;
    const written = match[0].slice(0, WORD_MAX_LENGTH).toLowerCase().replaceAll('’', "'");
    raw.push({ text: written, start, end });
  }
  return joinPieces(raw, text).flatMap(openContraction);
}

function openContraction(word: RawWord): RawWord[] {
  const unit = word.text.startsWith('$') ? ['dollars'] : word.text.endsWith('%') ? ['percent'] : [];
  if (unit.length > 0) return [word.text.replace(/^\$|%$/g, ''), ...unit].map((text) => ({ ...word, text }));
  const known = whole.get(word.text);
  if (known !== undefined) return known.map((text) => ({ ...word, text }));
  if (!word.text.includes("'")) return [word];
  for (const [ending, parts] of endings) {
    if (word.text.length > ending.length && word.text.endsWith(ending)) {
      const stem = word.text.slice(0, -ending.length);
      const opened = ending === "'s" && !isHosts.has(stem) ? ["'s"] : parts;
      return [stem, ...opened].map((text) => ({ ...word, text }));
    }
  }
  return [{ ...word, text: word.text.replaceAll("'", '') }];
}

/** `e-mail`, `e. mail`, `5 p. m.`, `14th` and `o. k.` come in pieces; put back as one word each. */
function joinPieces(raw: RawWord[], text: string): RawWord[] {
  const joined: RawWord[] = [];
  for (let i = 0; i < raw.length; i += 1) {
    const word = raw[i] as RawWord;
    const next = raw[i + 1];
    const whole = next === undefined ? null : joinedText(word, next, text.slice(word.end, next.start));
    if (whole === null || next === undefined) joined.push(word);
    else {
      joined.push({ text: whole, start: word.start, end: next.end });
      i += 1;
    }
  }
  return joined;
}

const ORDINAL = new Set(['st', 'nd', 'rd', 'th']);

function joinedText(word: RawWord, next: RawWord, between: string): string | null {
  if (between === '' && ORDINAL.has(next.text) && /^\p{N}/u.test(word.text)) return word.text + next.text;
  if (between.length > 2) return null;
  if (word.text === 'e' && next.text === 'mail') return 'email';
  if (word.text === 'o' && next.text === 'k') return 'okay';
  if (word.text === 'p' && next.text === 'm') return 'pm';
  if (word.text === 'a' && next.text === 'm' && between.startsWith('.')) return 'am.';
  return null;
}
