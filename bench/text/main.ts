import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withoutPunctuation } from '../../apps/coaching/bench/conditions.ts';
import { type GoldCall, readGoldCalls } from '../../apps/coaching/bench/read-gold-calls.ts';
import { writeText } from '../../apps/transcription/src/writing/write-text.ts';
import { transcriptOf } from '../../packages/contracts/src/scripted-call.ts';
import { type Counts, compareTexts, newCounts } from './compare-texts.ts';

const HELP = `Usage: npm run bench:text -- [FILE] [--output FILE]

Takes punctuation and capitals from labelled calls, the unseen ones of the coach or those of a file, lets the rules of
transcription set them again, and prints how many are as they were. Each turn is one stretch without pauses: what is
measured is what words alone show.

Options:
  --output FILE  writes the calls as the rules have them, for npm run bench:coaching
  --help         show this
`;
const unseen = path.resolve(import.meta.dirname, '../../apps/coaching/training/unseen/calls.json');
const rows: readonly [keyof Counts, string][] = [
  ['.', 'full stop'],
  ['?', 'question mark'],
  [',', 'comma'],
  ['capital', 'capital'],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help === true) process.stdout.write(HELP);
else await measure(resolve(positionals[0]) ?? unseen, resolve(values.output));

async function measure(file: string, output: string | undefined): Promise<void> {
  const calls = readGoldCalls(file);
  const counts = newCounts();
  const written: GoldCall[] = [];
  for (const call of calls) {
    const texts = await writtenTexts(call);
    call.turns.forEach(({ text }, index) => {
      compareTexts(counts, text, texts[index] ?? '');
    });
    const turns = call.turns.map((turn, index) => ({ ...turn, text: texts[index] ?? '' }));
    written.push({ ...call, punctuation: 'rules', turns });
  }
  print(`${calls.length} calls of ${path.basename(file)}, ${counts.words} words\n`);
  print(
    `${''.padEnd(16)}${['precision', 'recall', 'F1', 'set', 'right'].map((head) => head.padStart(11)).join('')}`,
  );
  for (const [kind, name] of rows) {
    const { set, given, right } = counts[kind] as Exclude<Counts[typeof kind], number>;
    const ratios = [right / set, right / given, (2 * right) / (set + given)].map((ratio) => ratio.toFixed(2));
    print(`${name.padEnd(16)}${[...ratios, set, right].map((cell) => `${cell}`.padStart(11)).join('')}`);
  }
  print(`\n${counts.other} words of turns with numbers that are in figures now are not compared.`);
  if (output !== undefined) writeFileSync(output, `${JSON.stringify(written)}\n`);
}

/** As they come out of an engine that writes neither punctuation nor capitals. */
async function writtenTexts({ agent, contact, turns }: GoldCall): Promise<string[]> {
  const bare = turns.map((turn) => ({ ...turn, text: withoutPunctuation(turn.text) }));
  const heard = transcriptOf(agent, contact, bare).segments.map((segment) => {
    const { start_time, end_time, text } = segment;
    const words = text.split(' ').filter((word) => word !== '');
    const seconds = (end_time - start_time) / Math.max(1, words.length);
    return {
      ...segment,
      words: words.map((word, index) => ({
        text: word,
        start_time: start_time + index * seconds,
        end_time: start_time + (index + 1) * seconds,
        confidence: null,
      })),
    };
  });
  const { segments } = await writeText(heard, {
    language: 'en',
    speakers: [agent, contact],
    punctuateTexts: null,
  });
  return segments.map(({ text }) => text);
}

/** `npm run` changes to the project's folder and keeps the user's in INIT_CWD. */
function resolve(file: string | undefined): string | undefined {
  return file === undefined ? undefined : path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
