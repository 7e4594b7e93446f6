import { marked, type Removed, SECURITY_CODE } from './marks.ts';
import type { Digits, Said } from './spoken-digits.ts';

/** Names of the code that mean nothing else. */
const certain =
  /\b(?:cvv2?|cvc2?|cvn|csc|c[\s.]?v[\s.]?v|c[\s.]?v[\s.]?c|card (?:security|verification))\b/gi;
/** What it is also called, where a card is the matter. */
const likely =
  /\b(?:security (?:code|number|digits?)|verification (?:code|value|number)|(?:three|four|3|4)[\s-](?:digits?|numbers?)|(?:code|digits?|numbers?) (?:on|at|from) the (?:very )?(?:back|front|reverse)|on the (?:back|reverse)|back of (?:the|your|my|it)|signature strip|cid)\b/gi;
/** Soon after a number, no more is said. */
const short =
  /(?<!\b(?:zip|post|postal|area|country|dial|promo|discount|voucher|access|dress|sort)[\s-])\bcode\b|\b(?:last|final) (?:three|3)\b/gi;
/** A number with one of these after it is something else. */
const isAmount =
  /^\s*(?:dollars?|euros?|pounds?|bucks|percent|per cent|cents|a\.?m\b|p\.?m\b|o'clock|days?|weeks?|months?|years?|minutes?|hours?|people|%)/i;

/** Segments after the name of the code in which it is said. */
const WITHIN = 8;
/** Segments before in which a card must be mentioned. */
const CARD_BEFORE = 8;

interface Place {
  readonly segment: number;
  readonly end: number;
}

/** Codes said after a card number, at once or once somebody has named them. `numbers`: what is removed already. */
export function findSecurityCodes(
  said: readonly Said[],
  runs: readonly Digits[][],
  numbers: readonly Removed[],
): Removed[] {
  const isFree = (word: Digits) =>
    !numbers.some(
      ({ segment, start, end }) => segment === word.segment && word.start < end && word.end > start,
    );
  const found = runs.flatMap((run) => afterNumber(run, isFree));
  for (const place of placesOf(said, numbers)) {
    const codes = runs
      .flatMap((run) => partsOf(run, place, isFree))
      .filter((part) => !isAmount.test(said[part.at(-1)?.segment ?? 0]?.text.slice(part.at(-1)?.end) ?? ''))
      .sort((a, b) => order(a[0], b[0]))
      .map((part) => ({ part, code: codeIn(part, isFree) }))
      .filter(({ code }) => code !== null);
    // `Twelve twenty six, and one two three`: an expiry date may come first; it is taken for the code when nothing else is.
    const [first] = codes.filter(({ part }) => !isExpiry(textOf(part)));
    const chosen = first ?? codes[0];
    if (chosen === undefined) continue;
    const text = textOf(chosen.code ?? []);
    const echoes = codes.filter(({ code }) => textOf(code ?? []) === text);
    found.push(...echoes.flatMap(({ code }) => marked(code ?? [], SECURITY_CODE)));
  }
  return found;
}

/** The rest of a run that a card number begins: `…, twelve twenty six, one two three`. */
function afterNumber(run: readonly Digits[], isFree: (word: Digits) => boolean): Removed[] {
  const last = run.findLastIndex((word) => !isFree(word));
  const code = last === -1 ? null : codeIn(run.slice(last + 1), isFree);
  return code === null || isExpiry(textOf(code)) ? [] : marked(code, SECURITY_CODE);
}

/** The words of a run that follow its name soon. */
function partsOf(
  run: readonly Digits[],
  { segment, end }: Place,
  isFree: (word: Digits) => boolean,
): Digits[][] {
  const part = run.filter(
    (word) =>
      isFree(word) &&
      word.segment <= segment + WITHIN &&
      (word.segment > segment || (word.segment === segment && word.start >= end)),
  );
  return part.length === 0 ? [] : [part];
}

/** Without `for` or `to` before and after the digits. */
function trimmed(part: readonly Digits[]): readonly Digits[] {
  const isSure = ({ readings }: Digits) => !readings.includes('');
  return part.slice(part.findIndex(isSure), part.findLastIndex(isSure) + 1);
}

/** A code in a run, which `for` or `to` may begin or end. */
function codeIn(part: readonly Digits[], isFree: (word: Digits) => boolean): readonly Digits[] | null {
  const words = part.filter(isFree);
  return codeOf(trimmed(words)) ?? codeOf(words);
}

/** Three or four digits, perhaps behind an expiry date, perhaps said twice. */
function codeOf(words: readonly Digits[]): readonly Digits[] | null {
  const text = textOf(words);
  const { length } = text;
  if (length === 3 || length === 4) return words;
  if ((length === 6 || length === 8) && text.slice(0, length / 2) === text.slice(length / 2)) return words;
  if ((length !== 7 && length !== 8) || !isExpiry(text.slice(0, 4))) return null;
  return words.filter((_, index) => textOf(words.slice(0, index + 1)).length > 4);
}

/** A month and a year: `1226`. */
function isExpiry(text: string): boolean {
  return /^(0[1-9]|1[0-2])[2-4]\d$/.test(text);
}

function textOf(words: readonly Digits[]): string {
  return words.map(({ readings }) => readings[0]).join('');
}

function placesOf(said: readonly Said[], numbers: readonly Removed[]): Place[] {
  const numbered = new Set(numbers.map(({ segment }) => segment));
  let card = Number.NEGATIVE_INFINITY;
  let number = Number.NEGATIVE_INFINITY;
  return said.flatMap(({ segment, text }) => {
    if (numbered.has(segment)) number = segment;
    if (/\bcard\b/i.test(text)) card = segment;
    const names = [
      certain,
      ...(numbers.length > 0 || card >= segment - CARD_BEFORE ? [likely] : []),
      ...(number >= segment - WITHIN ? [short] : []),
    ];
    return names.flatMap((name) =>
      [...text.matchAll(name)].map((match) => ({ segment, end: match.index + match[0].length })),
    );
  });
}

function order(one: Place | Digits | undefined, other: Place | Digits | undefined): number {
  return (one?.segment ?? 0) - (other?.segment ?? 0) || (one?.end ?? 0) - (other?.end ?? 0);
}
