import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { transcriptOf } from '@debrief/contracts/scripted-call';
import t from 'tap';
import { readCalls } from '../../training/read-calls.ts';

const MOST_MB = 200;
const WORDS_OF_AN_HOUR = 9_000;
const app = path.resolve(import.meta.dirname, '../..');
const printPeak = 'process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)))';

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

t.test(`an hour of talk is coached in ${MOST_MB} MB`, async (t) => {
  const entry = path.join(app, 'src/coach-transcripts.ts');
  const coach = spawn(process.execPath, ['--import', `data:text/javascript,${printPeak}`, entry]);
  const transcript = transcriptOf('Maria Lopez', 'Walt Pruitt', longCall(WORDS_OF_AN_HOUR));
  const request = { id: 'hour', transcript, category: null, incoming: null, occurred_at: '2026-01-05' };
  coach.stdin.end(`${JSON.stringify(request)}\n`);
  const [answer, peak] = await Promise.all([text(coach.stdout), text(coach.stderr), once(coach, 'close')]);
  t.type((JSON.parse(answer) as { analysis?: object }).analysis, 'object');
  t.ok(Number(peak) / 1024 <= MOST_MB, `${Math.round(Number(peak) / 1024)} MB`);
});
