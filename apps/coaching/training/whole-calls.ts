import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import { conditions } from '../bench/conditions.ts';
import { type GoldCall, readGoldCalls } from '../bench/read-gold-calls.ts';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { folder, folds } from './cross-fit.ts';

const unseen = [
  ...['calls', 'blind', 'unread', 'first-sight', 'changes-of-mind', 'third-sight', 'fourth-sight'],
  ...['fifth-sight', 'sixth-sight', 'seventh-sight', 'eighth-sight', 'ninth-sight', 'tenth-sight'],
  ...['eleventh-sight', 'twelfth-sight', 'thirteenth-sight', 'fourteenth-sight', 'fifteenth-sight'],
];
const files = ['thresholds/calls.json', ...unseen.map((name) => `unseen/${name}.json`)].map((file) =>
  path.join(import.meta.dirname, file),
);
const modelFile = new URL('../src/engines/built-in/classifier/acts.model', import.meta.url);
const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };

/** A call that is labelled as a whole, as it reached the coach, and what the networks, which have not seen it, make of it. */
export interface WholeReading {
  call: GoldCall;
  writer: string;
  condition: string;
  conversation: Conversation;
}

let sets: readonly (readonly GoldCall[])[] | undefined;

/** Of each file. */
function wholeCalls(): readonly (readonly GoldCall[])[] {
  sets ??= files.map((file) => readGoldCalls(file));
  return sets;
}

/** The first two characters of a call's id. */
export function writerOf({ id }: Pick<GoldCall, 'id'>): string {
  return id.slice(0, 2);
}

/** Which fold leaves the writer of such a call out. */
export function foldOfWholeCall(call: Pick<GoldCall, 'id'>): number {
  const writers = [...new Set(wholeCalls().flat().map(writerOf))].sort();
  return writers.indexOf(writerOf(call)) % folds.length;
}

/** All of them as written, without punctuation and with words wrong, once each. */
export function wholeReadings(): WholeReading[] {
  const conversations = keptConversations();
  return heardCalls().map(({ condition, call }, i) => ({
    ...{ call, condition, writer: writerOf(call) },
    conversation: conversations[i] as Conversation,
  }));
}

function heardCalls(): { condition: string; call: GoldCall }[] {
  return conditions.flatMap(({ name, variants }) =>
    wholeCalls().flatMap((set) => (variants(set)[0] ?? []).map((call) => ({ condition: name, call }))),
  );
}

/** Read by the classifier once, and again where it or the calls have changed: three steps learn from them. */
function keptConversations(): Conversation[] {
  const key = createHash('sha256');
  for (const file of [modelFile, ...files]) key.update(readFileSync(file));
  const kept = path.join(folder, `readings-${key.digest('hex').slice(0, 16)}`);
  if (existsSync(kept)) return deserialize(readFileSync(kept)) as Conversation[];
  const conversations = heardCalls().map(({ call: { gold: _, ...scripted } }) => {
    const { transcript, incoming, occurred_at } = requestOf(scripted, defaults);
    return readConversation(loadModel(), transcript, { kind: 'call', incoming, occurred_at });
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(kept, serialize(conversations));
  return conversations;
}
