import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CoachingResult } from '@debrief/contracts/resources/analysis';
import { rubricVersion } from '@debrief/contracts/resources/rubric';
import { ENGINE } from '../src/engines/built-in/built-in-coach.ts';
import { coachConversation } from '../src/engines/findings/coach-conversation.ts';
import { loadRubrics } from '../src/engines/load-rubrics.ts';
import { predictedConversation } from './predicted.ts';
import { readCalls } from './read-calls.ts';
import { conditions } from './vary.ts';

/**
 * Prints what a person reads of calls whose writers the networks have not seen, to be read aloud; times, key words and
 * outcome are by the weights that are kept, which have seen them:
 * `node print-reports.ts [written|bare|noisy] w01 w02-07`, a writer or a call each.
 */
const [first = ''] = process.argv.slice(2);
const condition = conditions.find((one) => one === first) ?? 'written';
const wanted = process.argv.slice(2).filter((one) => one !== condition);
const rubric = loadRubrics()({ kind: 'call', rubric: null });
const engine = { ...ENGINE, rubric_version: rubricVersion(rubric) };

for (const file of globSync('calls/*.txt', { cwd: import.meta.dirname }).sort()) {
  for (const call of readCalls(readFileSync(path.join(import.meta.dirname, file), 'utf8'))) {
    if (!wanted.includes(path.basename(file, '.txt')) && !wanted.includes(call.id)) continue;
    const conversation = predictedConversation(call, condition);
    const context = { ...conversation.context, category: call.trade };
    const result = coachConversation({ ...conversation, context }, rubric, engine);
    console.log(`\n${call.id} (${call.trade}, ${call.disposition}, ${call.quality}, ${call.style})`);
    for (const line of linesOf(result)) console.log(`  ${line}`);
  }
}

function linesOf({ coaching, ...result }: CoachingResult): string[] {
  const many = (title: string, texts: readonly string[]): string[] =>
    texts.map((text) => `${title}: ${text}`);
  const { appointment, disposition, rating } = result;
  return [
    `SUMMARY ${result.summary.outcome.summary}`,
    `OUTCOME ${disposition.outcomes.join(', ')}: ${disposition.reasoning}`,
    ...(appointment === null ? [] : [`APPOINTMENT ${appointment.as_agreed} (${appointment.at})`]),
    ...many('CONDUCT', coaching.conduct),
    ...many('ADVICE', coaching.possible_improvements),
    ...many('MOMENT', coaching.top_moments),
    ...many('OBJECTION', result.objections.outcomes),
    ...many('AGENT TO DO', result.action_items.primary),
    ...many('CONTACT TO DO', result.action_items.secondary),
    ...(rating === null ? [] : [`RATING ${rating.reasoning}`]),
  ];
}
