import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import type { GoldCall } from '../bench/read-gold-calls.ts';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import { itemsInOurWords } from '../src/engines/findings/commitments/phrase-items.ts';
import { weighDue } from '../src/engines/findings/commitments/weigh-due.ts';
import {
  nothingClear,
  type WordingCandidate,
  wordingCandidates,
} from '../src/engines/findings/commitments/weigh-wordings.ts';
import type { ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';
import { decideOutcome } from '../src/engines/findings/outcome/decide-outcome.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import { writerOf } from './due-examples.ts';
import { type ChoiceExample, fitChoices } from './fit-choices.ts';
import { bareText } from './vary.ts';

/**
 * A promise or a request of a call in `thresholds/`, and the shortest wordings from which a stranger to the call knows
 * what is to be done; none where no wording tells it.
 */
interface ClearLabel {
  call: string;
  turn: number;
  act: string;
  text: string;
  clear: { item?: string; said?: string; beside?: string }[];
}

export interface ClearExample extends ChoiceExample {
  writer: string;
}

const BUCKETS = 1 << 13;
const LEAST_DUE = 0.2;
const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };
const file = path.join(import.meta.dirname, 'thresholds/clear-wordings.json');

/** One for each wording of each labelled promise and request, as written and without punctuation. @param due of each writer */
export function clearExamples(
  calls: readonly GoldCall[],
  due: ReadonlyMap<string, ChoiceModel>,
): ClearExample[] {
  const labels = JSON.parse(readFileSync(file, 'utf8')) as ClearLabel[];
  return [(text: string) => text, bareText].flatMap((heard) =>
    calls.flatMap((call) => {
      const own = labels.filter((one) => one.call === call.id);
      return examplesOf(call, own, heard, due.get(writerOf(call)));
    }),
  );
}

export function fitClear(examples: readonly ClearExample[]): ChoiceModel {
  return fitChoices(examples, BUCKETS);
}

export function fitClearWithoutEach(examples: readonly ClearExample[]): Map<string, ChoiceModel> {
  const writers = [...new Set(examples.map(({ writer }) => writer))];
  return new Map(
    writers.map((writer) => [writer, fitClear(examples.filter((one) => one.writer !== writer))]),
  );
}

function examplesOf(
  { gold: _, ...call }: GoldCall,
  labels: readonly ClearLabel[],
  heard: (text: string) => string,
  due: ChoiceModel | undefined,
): ClearExample[] {
  const turns = call.turns.map((turn) => ({ ...turn, text: heard(turn.text) }));
  const { transcript, incoming, occurred_at } = requestOf({ ...call, turns }, defaults);
  const conversation = readConversation(loadModel(), transcript, { kind: 'call', incoming, occurred_at });
  const { code } = decideOutcome(conversation, negotiate(conversation));
  return weighDue(conversation, code, due).flatMap((candidate) => {
    const { stretch, act, actions, probability } = candidate;
    const label = labels.find(
      (one) =>
        one.turn === stretch.segment && one.act === act && plain(heard(one.text)) === plain(stretch.text),
    );
    if (label === undefined || probability < LEAST_DUE) return [];
    const items = itemsInOurWords(conversation, candidate, actions, null);
    return wordingCandidates(conversation, candidate, items).map((wording) => ({
      writer: writerOf({ id: label.call }),
      candidates: [wording],
      nothing: nothingClear,
      right: new Set(label.clear.some((one) => holds(wording, one, heard)) ? [0] : []),
    }));
  });
}

/** What holds clear words is clear. */
function holds(
  { item, quote }: WordingCandidate,
  clear: ClearLabel['clear'][number],
  heard: (text: string) => string,
): boolean {
  if (item !== null) return clear.item !== undefined && plain(clear.item) === plain(item);
  if (quote === null || clear.said === undefined || !plain(quote.said).includes(plain(heard(clear.said))))
    return false;
  const beside = quote.beside === null ? '' : plain(quote.beside.said);
  return clear.beside === undefined || beside === plain(heard(clear.beside));
}

/** Marks and capitals apart. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, '')
    .trim();
}
