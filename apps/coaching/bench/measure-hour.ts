import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { transcriptOf } from '@debrief/contracts/scripted-call';
import { readCalls } from '../training/read-calls.ts';

const WORDS_OF_AN_HOUR = 9_000;
const app = path.resolve(import.meta.dirname, '..');
/** Of the whole process: start, model, coaching, printing. */
const printUse = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(JSON.stringify({ megabytes: maxRSS / 1024, processorSeconds: (userCPUTime + systemCPUTime) / 1e6 }));
})`;

interface Use {
  seconds: number;
  /** What it takes where nothing else runs, whatever else is running. */
  processorSeconds: number;
  megabytes: number;
}

/** What `debrief coach` takes for a transcript of one hour, in a process of its own. */
export async function measureHour(): Promise<Use> {
  const started = performance.now();
  const entry = path.join(app, 'src/coach-transcripts.ts');
  const coach = spawn(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(printUse)}`,
    entry,
  ]);
  const transcript = transcriptOf('Maria Lopez', 'Walt Pruitt', longCall(WORDS_OF_AN_HOUR));
  const request = { id: 'hour', transcript, category: null, incoming: null, occurred_at: '2026-01-05' };
  coach.stdin.end(`${JSON.stringify(request)}\n`);
  const [answer, use] = await Promise.all([text(coach.stdout), text(coach.stderr), once(coach, 'close')]);
  const seconds = (performance.now() - started) / 1000;
  const { analysis, error } = JSON.parse(answer) as { analysis?: object; error?: string };
  if (analysis === undefined) throw new Error(`the hour was not coached: ${error}`);
  return { seconds, ...(JSON.parse(use) as Omit<Use, 'seconds'>) };
}

/** Labelled calls one after the other, until they have so many words. */
function longCall(words: number): { speaker: 'agent' | 'contact'; text: string }[] {
  const turns = readCalls(readFileSync(path.join(app, 'training/calls/w03.txt'), 'utf8'))
    .flatMap((call) => call.turns)
    .map(({ speaker, stretches }) => ({ speaker, text: stretches.map((one) => one.text).join(' ') }));
  const call: typeof turns = [];
  for (let said = 0, i = 0; said < words; i += 1) {
    const turn = turns[i % turns.length] as (typeof turns)[number];
    call.push(turn);
    said += turn.text.split(/\s+/).length;
  }
  return call;
}
