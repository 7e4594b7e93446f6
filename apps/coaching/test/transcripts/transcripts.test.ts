import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import { requestOf, transcriptOf } from '@debrief/contracts/scripted-call';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { loadRubrics } from '../../src/engines/load-rubrics.ts';
import { chooseEngine, chooseRubric } from '../../src/transcripts/choose-engine.ts';
import { coachTranscript } from '../../src/transcripts/coach-transcript.ts';
import { readCalls } from '../../training/read-calls.ts';

const turns = [
  { speaker: 'agent', text: 'Hi Walt, this is Maria with Bright Solar.' },
  { speaker: 'contact', text: "It's too expensive, please take me off your list." },
] as const;
const request = (category: string | null, id = 'one') =>
  requestOf(
    { id, agent: 'Maria', contact: 'Walt', turns: [...turns] },
    { category, incoming: false, occurredAt: '2026-11-20T15:00:00+01:00' },
  );
const coach = await chooseEngine('built-in');
const rubricOf = loadRubrics();

t.test(
  'the same request gives the same analysis, of the shape the API has; another one has other ids',
  async (t) => {
    const [first, again, other] = await Promise.all(
      [request(null), request(null), request(null, 'two')].map((one) =>
        coachTranscript(coach, rubricOf, one),
      ),
    );
    t.strictSame([...Value.Errors(RecordingAnalysis, first)], []);
    t.match(first, { status: 'COMPLETED', progress: 100, created_at: '2026-11-20T14:00:00.000Z' });
    t.equal(JSON.stringify(first), JSON.stringify(again));
    t.not(first?.id, other?.id);
    const ids = [first?.id, first?.recording_id, first?.summary?.id, first?.disposition?.id];
    t.equal(new Set(ids).size, ids.length);
  },
);

t.test('the category chooses the rubric unless one is named', async (t) => {
  const version = async (category: string | null, rubric?: string) =>
    (await coachTranscript(coach, chooseRubric(rubric), request(category))).engine?.rubric_version;
  t.match(await version('solar'), /^general-sales@/);
  t.match(await version('roleplay'), /^roleplay@/);
  t.match(await version('solar', 'roleplay'), /^roleplay@/);
});

t.test('an engine or a rubric that does not exist is refused with those that do', async (t) => {
  await t.rejects(chooseEngine('constructor'), /There is no engine "constructor"\. Engines: built-in/);
  t.throws(() => chooseRubric('none'), /Built in: appointment-setting, .*general-sales, .*roleplay/);
});

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
