import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { analysisOf, coach } from '../packages/cli/src/coach/coach-process.ts';
import { readSpeech } from '../packages/cli/src/coach/read-speech.ts';
import { transcriptOfSpeech } from '../packages/cli/src/coach/transcript-of-speech.ts';
import { formatReport } from '../packages/cli/src/report/format-report.ts';
import {
  type CoachingRequest,
  callTime,
  DEFAULT_OCCURRED_AT,
} from '../packages/contracts/src/scripted-call.ts';

/**
 * `write-examples.ts [--check]` prints ten unseen calls as `debrief coach` does, into `docs/examples`; docs/coaching.md says
 * who read them and what they did not sign.
 */
const chosen = ['uj07', 'ka-13', 'kb-06', 'kb-25', 'un07', 'ui09', 'un10', 'um17', 'uk19', 'ul29'];

interface Call {
  id: string;
  category: string;
  direction: string;
  date?: string;
  agent: string;
  contact: string;
  turns: { name: string; text: string }[];
}

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs/examples');
const unseen = path.join(root, 'apps/coaching/training/unseen');
const calls = ['calls.json', 'blind.json', 'sixteenth-sight.json', 'seventeenth-sight.json'].flatMap(
  (file) => JSON.parse(readFileSync(path.join(unseen, file), 'utf8')) as Call[],
);
const isCheck = process.argv.includes('--check');

mkdirSync(folder, { recursive: true });
for await (const answer of coach(chosen.map(requestOf), { engine: 'built-in' })) {
  const { id, transcript } = answer.request;
  const text = `${formatReport(analysisOf(answer), transcript)}\n`;
  const target = path.join(folder, `${id}.txt`);
  if (!isCheck) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`docs/examples/${id}.txt is stale: npm run generate`);
    process.exitCode = 1;
  }
}
console.log(`docs/examples ${isCheck ? 'is checked' : 'is written'}: ${chosen.length} reports`);

function requestOf(id: string): CoachingRequest {
  const call = calls.find((one) => one.id === id);
  if (call === undefined) throw new Error(`There is no call ${id}`);
  const { agent, contact, category, direction, date, turns } = call;
  const lines = turns.map(({ name, text }) => `${name}: ${text}`).join('\n');
  const { transcript } = transcriptOfSpeech(readSpeech(lines), { agent, contact });
  return {
    id,
    transcript,
    category,
    incoming: direction === 'inbound',
    ...callTime(date ?? DEFAULT_OCCURRED_AT),
  };
}
