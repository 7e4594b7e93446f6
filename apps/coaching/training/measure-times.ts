import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Conversation, chance } from '../src/engines/conversation/conversation.ts';
import type { Agreement } from '../src/engines/findings/findings.ts';
import { findTimes } from '../src/engines/findings/times/find-times.ts';
import { labelledConversation } from './labelled-conversation.ts';
import { predictedConversation } from './predicted.ts';
import { type AgreedTime, type LabelledCall, readCalls } from './read-calls.ts';
import { unseenAgreements } from './unseen-agreements.ts';
import { conditions } from './vary.ts';

/**
 * `measure-times.ts [--acts predicted] [--condition bare] [--writers w01,w02] [--least 0.4] [--misses]` prints in how many proposals a time is found, how many
 * appointments and callbacks of the labelled calls are found, how many are invented, and how many of the reported times
 * are right and whole. Agreements below the probability `--least` are left out. Acts are as labelled unless they shall be
 * as the classifier finds them; neither it nor the weights of the times have seen the call's writer.
 */
const { values } = parseArgs({
  options: {
    acts: { type: 'string' },
    condition: { type: 'string' },
    writers: { type: 'string' },
    least: { type: 'string' },
    misses: { type: 'boolean' },
  },
});
const least = Number(values.least ?? 0);
const writers = values.writers?.split(',');
const condition = conditions.find((one) => one === values.condition) ?? 'written';

interface Tally {
  gold: number;
  found: number;
  reported: number;
  right: number;
  calls: number;
}

const tallies = new Map<string, Tally>();
let [proposals, proposalsWithTime] = [0, 0];
for (const call of load()) measure(call, understand(call));
print(`a time is found in ${proposalsWithTime} of ${proposals} proposals`);
for (const [name, { gold, found, reported, right, calls }] of tallies) {
  print(
    `${name.padEnd(24)} found ${found} of ${gold}, false ${reported - found} in ${calls} calls, right and whole ${right} of ${found}`,
  );
}

function understand(call: LabelledCall): Conversation {
  return values.acts === 'predicted' ? predictedConversation(call, condition) : labelledConversation(call);
}

function measure(call: LabelledCall, conversation: Conversation): void {
  const agreements = unseenAgreements(call, conversation).filter(({ probability }) => probability >= least);
  for (const stretch of conversation.stretches) {
    if (chance(stretch, 'propose_time', 'counter_time') < 0.5) continue;
    proposals += 1;
    const words = stretch.words.map(({ text }) => text);
    proposalsWithTime += Number(findTimes(words, true).length > 0);
  }
  for (const kind of ['appointment', 'callback'] as const) {
    const gold = call[kind];
    const mine = agreements.filter((one) => one.kind === kind);
    const isRight = gold !== null && mine.some(({ at }) => at === gold.at);
    for (const name of [kind, `${kind}, ${call.style}`]) {
      const tally = tallies.get(name) ?? { gold: 0, found: 0, reported: 0, right: 0, calls: 0 };
      tallies.set(name, tally);
      tally.calls += 1;
      tally.gold += Number(gold !== null);
      tally.reported += mine.length;
      tally.found += Number(gold !== null && mine.length > 0);
      tally.right += Number(isRight);
    }
    if (values.misses) tell(call, kind, gold, mine, isRight);
  }
}

function tell(
  call: LabelledCall,
  kind: string,
  gold: AgreedTime | null,
  mine: Agreement[],
  isRight: boolean,
): void {
  const reported = mine.map(({ asAgreed, at }) => `${asAgreed} (${at})`).join('; ');
  if (gold === null && mine.length > 0) print(`${call.id} ${call.date} false ${kind}: ${reported}`);
  else if (gold !== null && mine.length === 0)
    print(`${call.id} ${call.date} missed ${kind}: ${gold.words} (${gold.at})`);
  else if (gold !== null && !isRight)
    print(`${call.id} ${call.date} wrong ${kind}: ${reported}, not ${gold.words} (${gold.at})`);
}

function load(): LabelledCall[] {
  return globSync(path.join(import.meta.dirname, 'calls', '*.txt'))
    .toSorted()
    .filter((file) => writers === undefined || writers.includes(path.basename(file, '.txt')))
    .flatMap((file) => readCalls(readFileSync(file, 'utf8')));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
