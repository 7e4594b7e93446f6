import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCommitments } from '../src/engines/findings/commitments/find-commitments.ts';
import { agreementsOf } from './labelled-agreements.ts';
import { labelledConversation } from './labelled-conversation.ts';
import { type LabelledCall, readCalls } from './read-calls.ts';

/**
 * Measures the action items on the labels of training calls: `node measure-commitments.ts w01 w02`. Precision and
 * recall are by owner within one turn of a labelled promise or request; every item is printed beside the label, to be
 * read aloud: the figures say nothing about a sentence.
 */
interface Gold {
  owner: 'agent' | 'contact';
  turn: number;
  what: string;
}

const files = process.argv.slice(2).filter((name) => !name.startsWith('--'));
/** As a recognizer writes: lower case, no marks. */
const isBare = process.argv.includes('--bare');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
let [found, right, wanted, met] = [0, 0, 0, 0];

for (const call of files.flatMap(load)) {
  const conversation = labelledConversation(call);
  const items = findCommitments(conversation, agreementsOf(call));
  const gold = goldOf(call);
  const turnsOf = (stretches: readonly number[]): number[] =>
    stretches.map((index) => conversation.stretches[index]?.turn ?? -9);
  const matches = (item: (typeof items)[number], one: Gold): boolean =>
    item.owner === one.owner && turnsOf(item.stretches).some((turn) => Math.abs(turn - one.turn) <= 1);
  print(`\n${call.id} ${call.agent} / ${call.contact}: ${call.disposition}`);
  for (const item of items) {
    const of = gold.filter((one) => matches(item, one));
    found += 1;
    right += of.length > 0 ? 1 : 0;
    const said = item.stretches.map((index) => conversation.stretches[index]?.text).join(' / ');
    print(
      `  ${of.length > 0 ? ' ' : '?'} ${item.owner.padEnd(8)}${item.text}  <${item.probability.toFixed(2)}; ${said}>`,
    );
  }
  for (const one of gold) {
    const isMet = items.some((item) => matches(item, one));
    wanted += 1;
    met += isMet ? 1 : 0;
    if (!isMet) print(`    missed: ${one.owner} ${one.turn} ${one.what}`);
  }
}
print(
  `\n${found} items, precision ${(right / found).toFixed(2)}, recall ${(met / wanted).toFixed(2)} of ${wanted}`,
);

function load(name: string): LabelledCall[] {
  const calls = readCalls(readFileSync(path.join(import.meta.dirname, 'calls', `${name}.txt`), 'utf8'));
  for (const stretch of isBare
    ? calls.flatMap(({ turns }) => turns.flatMap(({ stretches }) => stretches))
    : []) {
    stretch.text = stretch.text.toLowerCase().replace(/[^\p{L}\p{N}'’ -]/gu, '');
  }
  return calls;
}

function goldOf(call: LabelledCall): Gold[] {
  const gold = call.turns.flatMap(({ speaker, stretches }, turn) =>
    stretches.flatMap(({ acts }) =>
      acts.flatMap(({ act, what }): Gold[] => {
        const other = speaker === 'agent' ? 'contact' : 'agent';
        if (act === 'honor_opt_out') return [{ owner: 'agent', turn, what: 'take off the list' }];
        if (act === 'promise') return [{ owner: speaker, turn, what: what ?? '' }];
        return act === 'request' ? [{ owner: other, turn, what: what ?? '' }] : [];
      }),
    ),
  );
  const times = [call.appointment, call.callback].flatMap((time): Gold[] =>
    time === null ? [] : [{ owner: 'agent', turn: time.turn, what: time.words }],
  );
  return [...gold, ...times];
}
