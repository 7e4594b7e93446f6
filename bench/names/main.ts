import path from 'node:path';
import { parseArgs } from 'node:util';
import { type GoldCall, readGoldCalls } from '../../apps/coaching/bench/read-gold-calls.ts';
import { seeded } from '../../apps/coaching/training/seeded.ts';
import { nameParts } from '../../apps/transcription/src/speakers/name-likeness.ts';
import { nameSpeakers } from '../../apps/transcription/src/speakers/name-speakers.ts';
import { spokenWords } from '../../apps/transcription/src/speakers/spoken-words.ts';

const HELP = `Usage: npm run bench:names -- [FILE]

Gives the first minute of labelled calls, the unseen ones of the coach or those of a file, to what decides which of two
voices is the agent, and prints how often that is right: with words as they were said, and as a poor engine hears them
(every third word and every second name wrong, left out or beside another). The voices are told apart as they were.
`;
const unseen = path.resolve(import.meta.dirname, '../../apps/coaching/training/unseen/calls.json');
const MINUTE_SECONDS = 60;
const WORDS_A_SECOND = 3;
const PAUSE_SECONDS = 0.4;
/** Shares of words and of names that are not as they were said. */
const CONDITIONS = [
  { about: 'words as said', wrong: 0, wrongNames: 0, rounds: 1 },
  { about: 'a third wrong', wrong: 0.3, wrongNames: 0.5, rounds: 5 },
] as const;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
if (values.help === true) process.stdout.write(HELP);
else
  measure(positionals[0] === undefined ? unseen : path.resolve(process.env.INIT_CWD ?? '.', positionals[0]));

function measure(file: string): void {
  const calls = readGoldCalls(file);
  const vocabulary = calls.flatMap(({ turns }) => turns.flatMap(({ text }) => spokenWords(text)));
  process.stdout.write(`${calls.length} calls of ${path.basename(file)}\n`);
  for (const { about, rounds, ...condition } of CONDITIONS) {
    const counts = { 'a name is said': [0, 0], 'no name is said': [0, 0] };
    for (const [index, call] of calls.entries()) {
      for (let round = 0; round < rounds; round += 1) {
        const random = seeded(1000 * index + round);
        const { segments, hasName } = hear(call, vocabulary, { ...condition, random });
        const incoming = call.direction === undefined ? null : call.direction === 'inbound';
        const { agentVoice } = nameSpeakers(segments, call, incoming);
        const count = counts[hasName ? 'a name is said' : 'no name is said'];
        count[0] = (count[0] ?? 0) + (agentVoice === 0 ? 1 : 0);
        count[1] = (count[1] ?? 0) + 1;
      }
    }
    for (const [kind, [right = 0, all = 0]] of Object.entries(counts)) {
      if (all === 0) continue;
      const share = ((100 * right) / all).toFixed(1);
      process.stdout.write(`${about}, ${kind}: named right in ${right} of ${all} (${share} %)\n`);
    }
  }
}

/** The agent is voice 0. */
function hear(
  { agent, contact, turns }: GoldCall,
  vocabulary: readonly string[],
  o: { wrong: number; wrongNames: number; random: () => number },
) {
  const names = new Set([...nameParts(agent), ...nameParts(contact)]);
  const any = () => vocabulary[Math.floor(o.random() * vocabulary.length)] ?? '';
  let [at, hasName] = [0, false];
  const segments = [];
  for (const { speaker, text } of turns) {
    const words = spokenWords(text).flatMap((word) => {
      const isName = names.has(word.replace(/'s$/, ''));
      if (isName) hasName = true;
      const wrong = isName ? o.wrongNames : o.wrong;
      const drawn = o.random();
      if (drawn >= wrong) return [word];
      return drawn < 0.8 * wrong ? [any()] : drawn < 0.9 * wrong ? [] : [word, any()];
    });
    const endTime = at + words.length / WORDS_A_SECOND;
    const voice = speaker === 'agent' ? (0 as const) : (1 as const);
    segments.push({ voice, startTime: at, endTime, text: words.join(' '), confidence: null });
    at = endTime + PAUSE_SECONDS;
    if (at > MINUTE_SECONDS) break;
  }
  return { segments, hasName };
}
