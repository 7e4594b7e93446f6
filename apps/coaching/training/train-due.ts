import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import { type GoldCall, readGoldCalls } from '../bench/read-gold-calls.ts';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import {
  type DueCandidate,
  dueCandidates,
  nothingDue,
} from '../src/engines/findings/commitments/due-candidates.ts';
import { ownerOf } from '../src/engines/findings/commitments/setting-of.ts';
import { contentWords } from '../src/engines/findings/feedback/shared-words.ts';
import { choose, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { decideOutcome } from '../src/engines/findings/outcome/decide-outcome.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import { fitChoices } from './fit-choices.ts';
import { bareText } from './vary.ts';

/**
 * `node train-due.ts` learns which promises and requests are still to be done when a call is over, from the action
 * items of the calls in `thresholds/`: the acts of `calls/` say that something was promised, not what became of it.
 */
const modelFile = new URL('../src/engines/findings/commitments/due-model.json', import.meta.url);
const BUCKETS = 1 << 12;
/** Turns apart that still mean the same item. */
const ITEM_TURNS = 1;
const NAMES_MORE = 2;
const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };

interface Row {
  writer: string;
  candidates: readonly DueCandidate[];
  nothing: typeof nothingDue;
  right: ReadonlySet<number>;
}

const calls = readGoldCalls(path.join(import.meta.dirname, 'thresholds/calls.json'));
const rows = [(text: string) => text, bareText].flatMap((heard) =>
  calls.flatMap((call) => rowsOf(call, heard)),
);

const writers = [...new Set(rows.map(({ writer }) => writer))];
const found = writers.flatMap((writer) => {
  const model = fitChoices(
    rows.filter((row) => row.writer !== writer),
    BUCKETS,
  );
  return rows
    .filter((row) => row.writer === writer)
    .map(({ candidates, right }) => ({
      probability: choose(model, candidates, nothingDue)[0] as number,
      isRight: right.size > 0,
    }));
});
for (const least of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
  const own = found.filter(({ probability }) => probability >= least);
  const right = own.filter(({ isRight }) => isRight).length;
  const all = found.filter(({ isRight }) => isRight).length;
  console.log(
    `from ${least}: ${own.length}, right ${(right / own.length).toFixed(2)}, of all ${(right / all).toFixed(2)}`,
  );
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fitChoices(rows, BUCKETS)))}\n`);

/** One for each candidate of a call. */
function rowsOf(call: GoldCall, heard: (text: string) => string): Row[] {
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
    writer: call.id.slice(0, 2),
    candidates: [candidate],
    nothing: nothingDue,
    right: new Set(due.has(candidate) ? [0] : []),
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
