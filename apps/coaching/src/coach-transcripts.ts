import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { CoachingRequest } from '@debrief/contracts/scripted-call';
import { chooseEngine, chooseRubric } from './transcripts/choose-engine.ts';
import { coachTranscript } from './transcripts/coach-transcript.ts';

/**
 * `coach-transcripts.ts [--engine NAME] [--rubric NAME|FILE]` coaches without a server: requests on standard input, a
 * line of JSON each, and on standard output a line `{ id, analysis }` or `{ id, error }` for each, in their order.
 * Ends with status 1 and a sentence on standard error when there is no such engine or rubric.
 */
const { values } = parseArgs({ options: { engine: { type: 'string' }, rubric: { type: 'string' } } });

// Whoever reads the answers may have had enough of them.
process.stdout.on('error', () => process.exit());

try {
  const rubricOf = chooseRubric(values.rubric);
  const coach = await chooseEngine(values.engine ?? 'built-in');
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as CoachingRequest;
    const answer = await coachTranscript(coach, rubricOf, request).then(
      (analysis) => ({ id: request.id, analysis }),
      (error: unknown) => ({
        id: request.id,
        error: error instanceof Error ? error.message : String(error),
      }),
    );
    if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await once(process.stdout, 'drain');
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
