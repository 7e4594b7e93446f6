import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { decodeChoices, type StoredChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { likelyObjections } from '../src/engines/findings/objections/find-objections.ts';
import { keptFold, withoutWriter } from './cross-fit.ts';
import { loadSources } from './load-texts.ts';
import { predictedConversation } from './predicted.ts';
import type { LabelledCall } from './read-calls.ts';
import { unseenAgreements } from './unseen-agreements.ts';
import { unseenObstacle } from './unseen-key-words.ts';
import { type Condition, conditions } from './vary.ts';

/**
 * `node measure-reliability.ts` prints how often what is reported with a probability is right, in calls by writers
 * the classifier had not seen, and what each threshold would cost.
 */
const objectionsWithout = withoutWriter((fold) =>
  decodeChoices(keptFold('objection', fold) as StoredChoices),
);

interface Reported {
  probability: number;
  isRight: boolean;
}

const calls = loadSources('calls').flatMap(({ call }) => (call === null ? [] : [call]));
for (const condition of conditions) {
  const read = calls.map((call) => ({ call, conversation: predictedConversation(call, condition) }));
  print(`objections, ${condition}`, read.flatMap(objectionsOf), count(objectionTurns));
  print(
    `appointments, ${condition}`,
    read.flatMap((one) => timesOf(one, 'appointment')),
    count(({ appointment }) => (appointment === null ? [] : [0])),
  );
  print(
    `callbacks, ${condition}`,
    read.flatMap((one) => timesOf(one, 'callback')),
    count(({ callback }) => (callback === null ? [] : [0])),
  );
}

interface Read {
  call: LabelledCall;
  conversation: Conversation;
  condition?: Condition;
}

/** One for each turn of the contact that may object: right when the writer saw an objection in that turn. */
function objectionsOf({ call, conversation }: Read): Reported[] {
  const gold = new Set(objectionTurns(call));
  const likely = likelyObjections(
    conversation,
    unseenObstacle(call, conversation),
    objectionsWithout(call) ?? undefined,
  );
  return likely.map(({ stretch, probability }) => ({ probability, isRight: gold.has(stretch.segment) }));
}

function objectionTurns({ turns }: LabelledCall): number[] {
  return turns.flatMap(({ stretches }, turn) =>
    stretches.some(({ acts }) => acts.some(({ act }) => act.startsWith('object:'))) ? [turn] : [],
  );
}

function timesOf({ call, conversation }: Read, kind: 'appointment' | 'callback'): Reported[] {
  return unseenAgreements(call, conversation)
    .filter((one) => one.kind === kind)
    .map(({ probability, at }) => ({ probability, isRight: call[kind] !== null && call[kind].at === at }));
}

function count(of: (call: LabelledCall) => unknown[]): number {
  return calls.reduce((sum, call) => sum + of(call).length, 0);
}

function print(title: string, rows: readonly Reported[], labelled: number): void {
  console.log(`${title}: ${labelled} labelled`);
  for (let from = 0.1; from < 0.95; from += 0.1) {
    const inBin = rows.filter(({ probability }) => probability >= from && probability < from + 0.1);
    const above = rows.filter(({ probability }) => probability >= from);
    const right = above.filter(({ isRight }) => isRight).length;
    const share = (part: readonly Reported[]) =>
      part.length === 0 ? '  – ' : (part.filter(({ isRight }) => isRight).length / part.length).toFixed(2);
    console.log(
      `  ${from.toFixed(1)}  right in this bin ${share(inBin)} of ${String(inBin.length).padStart(4)}; from here on precision ${share(above)}, recall ${(right / labelled).toFixed(2)}`,
    );
  }
}
