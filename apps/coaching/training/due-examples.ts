import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import type { GoldCall } from '../bench/read-gold-calls.ts';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import { type DueCandidate, dueCandidates } from '../src/engines/findings/commitments/due-candidates.ts';
import { ownerOf } from '../src/engines/findings/commitments/setting-of.ts';
import { contentWords } from '../src/engines/findings/feedback/shared-words.ts';
import type { ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';
import { decideOutcome } from '../src/engines/findings/outcome/decide-outcome.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import { fitRidge } from './fit-ridge.ts';
import { bareText } from './vary.ts';

const BUCKETS = 1 << 13;
/** What a weight costs: of 10 to 45, what was right most often in calls by other writers. */
const RIDGE = 40;
/** Turns apart that still mean the same item. */
const ITEM_TURNS = 1;
const NAMES_MORE = 2;
const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };

/** Whether a promise or a request of a call is still to be done. */
export interface DueExample {
  writer: string;
  candidate: DueCandidate;
  isRight: boolean;
}

/** Of calls as written and without punctuation. */
export function dueExamples(calls: readonly GoldCall[]): DueExample[] {
  return [(text: string) => text, bareText].flatMap((heard) =>
    calls.flatMap((call) => examplesOf(call, heard)),
  );
}

export function fitDue(examples: readonly DueExample[]): ChoiceModel {
  const rows = examples.map(({ candidate, isRight }) => ({
    features: candidate.features,
    known: 0,
    isRight,
  }));
  return fitRidge(rows, BUCKETS, RIDGE);
}

/** The first two characters of a call's id. */
export function writerOf({ id }: Pick<GoldCall, 'id'>): string {
  return id.slice(0, 2);
}

/** What is learnt without each writer. */
export function fitWithoutEach(examples: readonly DueExample[]): Map<string, ChoiceModel> {
  const writers = [...new Set(examples.map(({ writer }) => writer))];
  return new Map(writers.map((writer) => [writer, fitDue(examples.filter((one) => one.writer !== writer))]));
}

/** One for each candidate of a call. */
function examplesOf(call: GoldCall, heard: (text: string) => string): DueExample[] {
  const { gold, ...scripted } = call;
  const turns = scripted.turns.map((turn) => ({ ...turn, text: heard(turn.text) }));
  const { transcript, incoming, occurred_at } = requestOf({ ...scripted, turns }, defaults);
  const conversation = readConversation(loadModel(), transcript, { kind: 'call', incoming, occurred_at });
  const { code } = decideOutcome(conversation, negotiate(conversation));
  const candidates = dueCandidates(conversation, code);
  const due = new Set(
    [...gold.action_items, ...gold.action_items_optional].flatMap((item) =>
      meant(item, candidates, conversation),
    ),
  );
  return candidates.map((candidate) => ({
    writer: writerOf(call),
    candidate,
    isRight: due.has(candidate),
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
