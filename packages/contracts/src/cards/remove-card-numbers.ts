import { findCardNumbers } from './find-card-numbers.ts';
import { findSecurityCodes } from './find-security-codes.ts';
import { CARD_NUMBER, marked, type Removed, withMarks } from './marks.ts';
import { type Digits, digitRuns } from './spoken-digits.ts';

interface Spoken {
  readonly role: string;
  readonly text: string;
}

/** Fewer cannot be a card number. */
const LEAST_DIGITS = 12;
/** An echo of a part of a number; its last four may be told. */
const LEAST_ECHO = 4;

/** Where payment card numbers and security codes stand, see `removeCardNumbers`. */
export function findCards(segments: readonly Spoken[]): Removed[] {
  const said = segments.map(({ text }, segment) => ({ segment, text }));
  const streams = [...Map.groupBy(said, ({ segment }) => segments[segment]?.role).values()];
  const runs = streams.flatMap((stream) => digitRuns(stream));
  const numbers = runs.flatMap((run) => findCardNumbers(run, false));
  // Where the voices of a recording were told apart wrongly, a number goes from one to the other.
  const mixed = runs.some((run) => run.length >= 2) ? digitRuns(said) : [];
  if (streams.length > 1)
    numbers.push(
      ...mixed.filter((run) => digitCount(run) >= LEAST_DIGITS).flatMap((run) => findCardNumbers(run, true)),
    );
  const removed = numbers.flatMap((digits) =>
    marked(
      digits.map(({ of }) => of),
      CARD_NUMBER,
    ),
  );
  const texts = numbers.map((digits) => digits.map(({ digit }) => digit).join(''));
  const whole = new Set(numbers.flat().map(({ of }) => of));
  const rest = runs.flatMap((run) => restOf(run, whole));
  for (const part of rest) if (isEcho(part, texts)) removed.push(...marked(part, CARD_NUMBER));
  removed.push(...findSecurityCodes(said, runs, removed));
  return removed;
}

/**
 * Segments without payment card numbers and security codes, whether written as digits or as words, and however they are
 * divided among the segments of a speaker; each segment keeps its place and its times. Unchanged ones stay the same.
 */
export function removeCardNumbers<Segment extends Spoken>(segments: readonly Segment[]): Segment[] {
  return withoutCards(segments, findCards(segments));
}

/** Segments without what was found in them. */
export function withoutCards<Segment extends Spoken>(
  segments: readonly Segment[],
  removed: readonly Removed[],
): Segment[] {
  if (removed.length === 0) return [...segments];
  const bySegment = Map.groupBy(removed, ({ segment }) => segment);
  return segments.map((segment, index) => {
    const own = bySegment.get(index);
    return own === undefined ? segment : { ...segment, text: withMarks(segment.text, own) };
  });
}

function digitCount(run: readonly Digits[]): number {
  return run.reduce((sum, { readings }) => sum + (readings[0]?.length ?? 0), 0);
}

/** The stretches of a run between those words. */
function restOf(run: readonly Digits[], without: ReadonlySet<Digits>): Digits[][] {
  const parts: Digits[][] = [[]];
  for (const word of run) {
    if (without.has(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}

/** Somebody repeats a part of a number, as to confirm it. */
function isEcho(run: readonly Digits[], numbers: readonly string[]): boolean {
  const text = run.map(({ readings }) => readings[0]).join('');
  return (
    text.length >= LEAST_ECHO &&
    numbers.some((number) => number.includes(text) && !(text.length === LEAST_ECHO && number.endsWith(text)))
  );
}
