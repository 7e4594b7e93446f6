import path from 'node:path';
import { parseArgs } from 'node:util';
import { readGoldCalls } from '../../apps/coaching/bench/read-gold-calls.ts';
import { nameSpeakers } from '../../apps/transcription/src/speakers/name-speakers.ts';
import { hearCall, hearings, isIncoming, vocabularyOf } from './hear-call.ts';
import { learnManner } from './learn-manner.ts';

const HELP = `Usage: npm run bench:names -- [FILE] [--learn]

Gives the first minute of labelled calls, the unseen ones of the coach or those of a file, to what decides which of two
voices is the agent, and prints how often that is right: with words as they were said, and as poor engines hear them
(every third word and every second name wrong, left out or beside another; and every second word with seven of ten
names). The voices are told apart as they were.

--learn  learns from the labelled calls of the coach by which words agents and contacts differ, and by how many they
         begin a call, writes apps/transcription/src/speakers/lexicons/manner.json, and prints how often the calls of each
         writer are named right by what was learnt from others
`;
const unseen = path.resolve(import.meta.dirname, '../../apps/coaching/training/unseen/calls.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, learn: { type: 'boolean' } },
});
if (values.help === true) process.stdout.write(HELP);
else if (values.learn === true) learnManner();
else
  measure(positionals[0] === undefined ? unseen : path.resolve(process.env.INIT_CWD ?? '.', positionals[0]));

function measure(file: string): void {
  const calls = readGoldCalls(file);
  const vocabulary = vocabularyOf(calls);
  process.stdout.write(`${calls.length} calls of ${path.basename(file)}\n`);
  for (const hearing of hearings) {
    const counts = { 'a name is said': [0, 0], 'no name is said': [0, 0] };
    for (const [index, call] of calls.entries()) {
      for (let round = 0; round < hearing.rounds; round += 1) {
        const { segments, hasName } = hearCall(call, vocabulary, hearing, 1000 * index + round);
        const { agentVoice } = nameSpeakers(segments, call, isIncoming(call));
        const count = counts[hasName ? 'a name is said' : 'no name is said'];
        count[0] = (count[0] ?? 0) + (agentVoice === 0 ? 1 : 0);
        count[1] = (count[1] ?? 0) + 1;
      }
    }
    for (const [kind, [right = 0, all = 0]] of Object.entries(counts)) {
      if (all === 0) continue;
      const share = ((100 * right) / all).toFixed(1);
      process.stdout.write(`${hearing.about}, ${kind}: named right in ${right} of ${all} (${share} %)\n`);
    }
  }
}
