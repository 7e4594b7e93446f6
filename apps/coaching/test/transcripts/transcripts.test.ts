import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import { requestOf } from '@debrief/contracts/scripted-call';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { loadRubrics } from '../../src/engines/load-rubrics.ts';
import { chooseEngine, chooseRubric } from '../../src/transcripts/choose-engine.ts';
import { coachTranscript } from '../../src/transcripts/coach-transcript.ts';

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

t.test(`an hour of talk is coached in ${MOST_MB} MB, as the benchmark prints`, async (t) => {
  const bench = path.resolve(import.meta.dirname, '../../bench/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [bench, '--hour']);
  const [, seconds, megabytes] = /: (\d+\.\d) s .*, (\d+) MB at most/.exec(stdout) ?? [];
  t.ok(Number(seconds) > 0, stdout);
  t.ok(Number(megabytes) <= MOST_MB, stdout);
});
