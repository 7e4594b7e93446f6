import { violationsOf } from '@debrief/contracts/violations';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type Act, acts } from '../conversation/acts.ts';
import { canDo } from '../conversation/acts-of-role.ts';
import type { Line, Window } from './cut-windows.ts';
import { createLocator } from './locate-quote.ts';

/** A stretch as a model found it: where it is and what it does, without its words. */
export interface FoundStretch {
  segment: number;
  start: number;
  end: number;
  acts: Partial<Record<Act, number>>;
}

const ReplyStretch = Type.Object(
  {
    line: Type.Integer(),
    quote: Type.String(),
    acts: Type.Array(Type.Unsafe<Act>({ type: 'string', enum: [...acts] })),
    confidence: Type.Number(),
  },
  { additionalProperties: false },
);

/** What is taken of it: an act that is not known is left out and does not spoil its stretch. */
const LenientStretch = Type.Object({
  line: Type.Integer(),
  quote: Type.String(),
  acts: Type.Array(Type.String()),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
});
type LenientStretch = Static<typeof LenientStretch>;

/** What a model is asked for. Without bounds: servers turn them into huge grammars, or refuse them. */
export const Reply = Type.Object({ stretches: Type.Array(ReplyStretch) }, { additionalProperties: false });

export interface ReadReply {
  found: FoundStretch[];
  /** What the model is told when it is asked once more. */
  faults: string[];
  isUsable: boolean;
}

/** Below, too much of the window is unknown; a model that was told to say nothing ends here as well. */
const LEAST_COVERED = 0.5;
/** Two stretches of all labelled calls have more. One that does everything does nothing that could be believed. */
const ACTS_MAX = 5;
/** The longest stretch of the labelled calls has 436 characters. A whole speech under one act is not a finding. */
const STRETCH_MAX_CHARACTERS = 500;
/** A model's own confidence is not calibrated, and never certainty. */
const CONFIDENCE_MAX = 0.95;
const FAULTS_MAX = 12;

/**
 * Takes from a reply what can be checked: known acts of whoever can do them, on words that stand in the line. Anything
 * else in it is not read.
 */
export function readReply(reply: unknown, window: Window): ReadReply {
  const items = stretchesOf(reply);
  if (items === null) {
    const fault = 'The answer must be one JSON object that holds the list "stretches" and nothing else';
    return { found: [], faults: [fault], isUsable: false };
  }
  const lines = new Map(
    window.lines.map((line) => [line.number, { line, locator: createLocator(line.text) }]),
  );
  const wordCount = sum([...lines.values()].map(({ locator }) => locator.wordCount));
  const found: FoundStretch[] = [];
  const faults: string[] = [];
  // A stretch has at least one word of its own; some may be said twice, thousands are not of this call.
  for (const [index, item] of items.slice(0, wordCount * 2).entries()) {
    const fault = (text: string) => faults.length < FAULTS_MAX && faults.push(`stretches.${index}: ${text}`);
    if (!Value.Check(LenientStretch, item)) {
      fault(violationsOf(LenientStretch, item).join('; '));
      continue;
    }
    const at = lines.get(item.line);
    const place = at?.locator.take(item.quote) ?? null;
    if (at === undefined) fault(`line ${item.line} was not asked for`);
    else if (place === null)
      fault(`these words do not stand in line ${item.line}, or stand in two stretches`);
    else if (place.end - place.start > STRETCH_MAX_CHARACTERS) fault('too long, cut it into clauses');
    else found.push(foundStretch(item, at.line, place));
  }
  const covered = sum([...lines.values()].map(({ locator }) => locator.takenCount()));
  const missing = [...lines.values()].filter(({ locator }) => locator.takenCount() === 0);
  if (missing.length > 0) faults.push(`missing: lines ${missing.map(({ line }) => line.number).join(', ')}`);
  return { found, faults, isUsable: covered >= wordCount * LEAST_COVERED };
}

function stretchesOf(reply: unknown): unknown[] | null {
  if (typeof reply !== 'object' || reply === null || !('stretches' in reply)) return null;
  return Array.isArray(reply.stretches) ? reply.stretches : null;
}

function foundStretch(
  { acts: named, confidence }: LenientStretch,
  { role, segment, start }: Line,
  place: { start: number; end: number },
): FoundStretch {
  const possible = acts.filter((act) => named.includes(act) && canDo(role, act));
  const earned = possible.length > ACTS_MAX ? [] : possible;
  const probability = Math.min(confidence, CONFIDENCE_MAX);
  return {
    segment,
    start: start + place.start,
    end: start + place.end,
    acts: Object.fromEntries(earned.map((act) => [act, probability])),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
