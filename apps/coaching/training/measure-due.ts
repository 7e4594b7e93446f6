import path from 'node:path';
import { DEFAULT_OCCURRED_AT, requestOf } from '@debrief/contracts/scripted-call';
import type { Share } from '../bench/coached-call.ts';
import { conditions } from '../bench/conditions.ts';
import { type GoldCall, readGoldCalls } from '../bench/read-gold-calls.ts';
import { type FoundItem, scoreFoundItems } from '../bench/score-items.ts';
import { loadModel } from '../src/engines/built-in/classifier/load-model.ts';
import { readConversation } from '../src/engines/built-in/classifier/read-conversation.ts';
import { findFindings } from '../src/engines/findings/find-findings.ts';
import { clearExamples, fitClearWithoutEach } from './clear-examples.ts';
import { dueExamples, fitWithoutEach, writerOf } from './due-examples.ts';

/**
 * `node measure-due.ts` prints how many action items of the calls in `thresholds/` are right, and how many are found,
 * where the weights that say what is still due, and what a stranger understands, have not seen the call's writer.
 * `bench:coaching` on the same file would measure what was learnt by heart.
 */
const calls = readGoldCalls(path.join(import.meta.dirname, 'thresholds/calls.json'));
const due = fitWithoutEach(dueExamples(calls));
const clear = fitClearWithoutEach(clearExamples(calls, due));
const defaults = { category: null, incoming: null, occurredAt: DEFAULT_OCCURRED_AT };

for (const { name, variants } of conditions) {
  const scores = variants(calls).flatMap((some) => some.map((call) => scoreFoundItems(call, itemsOf(call))));
  const of = (shares: readonly Share[]): string => {
    const hits = shares.reduce((all, share) => all + share.hits, 0);
    const most = shares.reduce((all, share) => all + share.of, 0);
    return `${(hits / most).toFixed(2)} (${hits} of ${most})`;
  };
  const precision = of(scores.map((score) => score.precision));
  const recall = of(scores.map((score) => score.recall));
  process.stdout.write(`${name}: right ${precision}, found ${recall}\n`);
}

function itemsOf(call: GoldCall): FoundItem[] {
  const { gold: _, ...scripted } = call;
  const { transcript, incoming, occurred_at } = requestOf(scripted, defaults);
  const conversation = readConversation(loadModel(), transcript, { kind: 'call', incoming, occurred_at });
  const writer = writerOf(call);
  const { commitments } = findFindings(conversation, { due: due.get(writer), clear: clear.get(writer) });
  return commitments.map(({ owner, text, stretches }) => ({
    owner,
    text,
    turns: stretches.map((index) => conversation.stretches[index]?.segment ?? 0),
  }));
}
