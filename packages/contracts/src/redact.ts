import { REMOVED_USER_NAME } from './events/erasures.ts';
import { isUuid } from './text.ts';

/** In place of a name, a number or an e-mail within a text. */
export const ERASED = '[erased]';

/** Shorter parts of a name, such as an initial, would be found everywhere. */
const LEAST_PART = 2;

/**
 * Removes a person's names, numbers and e-mails from every text of a JSON value. A text that is nothing but a name, as
 * the label of a speaker is, becomes that of a removed user. Also each part of a name: in lower case only where the
 * speech engine writes no capitals at all, because many names are ordinary words (`Will`, `Mark`).
 * @param isCased whether what was said is written with capitals
 */
export function redact<Value>(value: Value, words: readonly string[], isCased: boolean): Value {
  const given = words.map((word) => word.trim()).filter((word) => word !== '');
  if (given.length === 0) return value;
  const whole = new Set(given.map((word) => word.toLowerCase()));
  const patterns = [
    matching(given, 'giu'),
    matching(
      given
        .flatMap(partsOf)
        .flatMap((part) => (isCased ? [part, capital(part), part.toUpperCase()] : [part])),
      isCased ? 'gu' : 'giu',
    ),
  ];
  return replaced(value, (text) =>
    whole.has(text.trim().toLowerCase())
      ? REMOVED_USER_NAME
      : patterns.reduce((left, pattern) => (pattern === null ? left : left.replace(pattern, ERASED)), text),
  );
}

/** Whether any of what was said has a capital. */
export function isCased(said: Iterable<string>): boolean {
  for (const text of said) if (/\p{Lu}/u.test(text)) return true;
  return false;
}

/** The words that stand verbatim in a value: what is under `quote`. */
export function* quotesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'quote' && typeof inner === 'string') yield inner;
    else yield* quotesIn(inner);
  }
}

function replaced<Value>(value: Value, replace: (text: string) => string): Value {
  if (typeof value === 'string') return (isUuid(value) ? value : replace(value)) as Value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, replace)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, replaced(inner, replace)]);
  return Object.fromEntries(entries) as Value;
}

/** Of a name only: not of an e-mail or a number. */
function partsOf(word: string): string[] {
  if (/[@\d]/.test(word)) return [];
  return word.split(/[^\p{L}\p{M}]+/u).filter((part) => part.length >= LEAST_PART);
}

function capital(part: string): string {
  return part.slice(0, 1).toUpperCase() + part.slice(1);
}

/** As words of their own. The longest first: a name before its parts. */
function matching(terms: readonly string[], flags: string): RegExp | null {
  if (terms.length === 0) return null;
  const escaped = [...new Set(terms)]
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, flags);
}
