import type { GoldCall } from '../bench/read-gold-calls.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import { type DueCandidate, dueCandidates } from '../src/engines/findings/commitments/due-candidates.ts';
import { ownerOf } from '../src/engines/findings/commitments/setting-of.ts';
import { contentWords } from '../src/engines/findings/feedback/shared-words.ts';
import type { ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';
import { fitRidge } from './fit-ridge.ts';
import { unseenOutcome } from './unseen-outcome.ts';
import type { WholeReading } from './whole-calls.ts';

const BUCKETS = 1 << 13;
/** What a weight costs: of 10 to 45, what was right most often in calls by other writers. */
const RIDGE = 40;
/** Of what one listener would list and another leave; of 0.5, 0.7 and 1, what was right as often for strict labellers as for others. */
const OPTIONAL = 0.7;
/** Turns apart that still mean the same item. */
const ITEM_TURNS = 1;
const NAMES_MORE = 2;

/** Whether a promise or a request of a call is still to be done. */
export interface DueExample {
  writer: string;
  candidate: DueCandidate;
  isRight: boolean;
  /** One listener would list it and another leave it. */
  isOptional: boolean;
}

export function dueExamples(readings: readonly WholeReading[]): DueExample[] {
  return readings.flatMap(examplesOf);
}

export function fitDue(examples: readonly DueExample[]): ChoiceModel {
  const rows = examples.map(({ candidate, isRight, isOptional }) => ({
    features: candidate.features,
    known: 0,
    right: isRight ? 1 : isOptional ? OPTIONAL : 0,
  }));
  return fitRidge(rows, BUCKETS, RIDGE);
}

/** What is learnt without each writer. */
export function fitWithoutEach(examples: readonly DueExample[]): Map<string, ChoiceModel> {
  const writers = [...new Set(examples.map(({ writer }) => writer))];
  return new Map(writers.map((writer) => [writer, fitDue(examples.filter((one) => one.writer !== writer))]));
}

/** One for each candidate of a call. */
function examplesOf({ call: { id, gold }, writer, conversation }: WholeReading): DueExample[] {
  const { code } = unseenOutcome({ id }, conversation);
  const candidates = dueCandidates(conversation, code);
  const meantBy = (items: typeof gold.action_items): Set<DueCandidate> =>
    new Set(items.flatMap((item) => meant(item, candidates, conversation)));
  const due = meantBy(gold.action_items);
  const optional = meantBy(gold.action_items_optional);
  return candidates.map((candidate) => ({
    writer,
    candidate,
    isRight: due.has(candidate),
    isOptional: optional.has(candidate),
  }));
}

/** Those of its owner nearby that name most of it, or else the likeliest. */
function meant(
  { owner, turn, text }: GoldCall['gold']['action_items'][number],
  candidates: readonly DueCandidate[],
  { people }: Conversation,
): DueCandidate[] {
  const near = candidates.filter(
    ({ stretch, act }) => ownerOf(stretch, act) === owner && Math.abs(stretch.segment - turn) <= ITEM_TURNS,
  );
  const names = new Set(stems(Object.values(people).join(' ')));
  const wanted = new Set(stems(text).filter((word) => !names.has(word)));
  const named = near.map(
    ({ stretch }) => new Set(stems(stretch.text).filter((word) => wanted.has(word))).size,
  );
  const most = Math.max(0, ...named);
  if (most > 0) return near.filter((_, i) => named[i] === most || (named[i] as number) >= NAMES_MORE);
  const own = near.filter(({ stretch }) => stretch.segment === turn);
  const [best] = (own.length > 0 ? own : near).toSorted(
    (a, b) => (b.stretch.acts[b.act] ?? 0) - (a.stretch.acts[a.act] ?? 0),
  );
  return best === undefined ? [] : [best];
}

function stems(text: string): string[] {
  const words = contentWords(splitWords(text).map((word) => word.text));
  return words.map((word) => word.replace(/(?:'s|ing|ed|es|s|e)$/, ''));
}
