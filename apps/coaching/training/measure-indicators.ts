import { findConduct } from '../src/engines/findings/conduct/find-conduct.ts';
import { findFindings } from '../src/engines/findings/find-findings.ts';
import type { Findings } from '../src/engines/findings/findings.ts';
import { indicators } from '../src/engines/findings/rating/all-indicators.ts';
import { callTypes } from '../src/engines/findings/rating/applies.ts';
import type { Finding, RatingInput } from '../src/engines/findings/rating/indicator.ts';
import { indicatorNames } from '../src/engines/findings/rating/indicator-names.ts';
import { conversationStatistics } from '../src/engines/findings/statistics/conversation-statistics.ts';
import { loadRubrics } from '../src/engines/load-rubrics.ts';
import { judgedCalls } from './judged-calls.ts';
import { predictedConversation } from './predicted.ts';

/**
 * `node measure-indicators.ts [w01 w02 …]` prints how often what is said of an indicator is what the labels of the call
 * say, in calls whose writer the networks have not seen: that it was heard, that it was missing, and in how many calls
 * with an occasion nothing is said. "You asked open questions" is wrong where none is labelled, "Missing: more open
 * questions" where enough are.
 */
type Result = Finding['result'];

const rubric = loadRubrics()({ kind: 'call', rubric: null });
const notFor = new Map(
  rubric.criteria.flatMap(({ indicators: all }) =>
    all.map(({ indicator, not_for }) => [indicator, not_for ?? []]),
  ),
);
const unrated = new Set(['left_voicemail', 'wrong_number', 'gatekeeper']);
const calls = judgedCalls(process.argv.slice(2)).filter(({ judged }) => !unrated.has(judged.outcome.code));
const both = calls.map(({ call, judged }) => {
  const conversation = predictedConversation(call);
  const context = { ...conversation.context, category: call.trade };
  return { labelled: inputOf(judged), found: inputOf(findFindings({ ...conversation, context })) };
});

console.log('| Indicator | Heard, and right | Missing, and right | Nothing is said |');
console.log('| --- | --- | --- | --- |');
for (const name of indicatorNames) {
  const own = both.filter(({ labelled }) => {
    const types = callTypes(labelled.conversation.context);
    return !(notFor.get(name) ?? []).some((type) => types.has(type));
  });
  const results = own.map(({ labelled, found }) => ({
    said: indicators[name](found).result,
    gold: indicators[name](labelled).result,
  }));
  const count = (said: Result, isRight: (gold: Result) => boolean): string => {
    const all = results.filter((one) => one.said === said);
    if (all.length === 0) return '0';
    const right = all.filter(({ gold }) => isRight(gold)).length;
    return `${all.length}, ${(right / all.length).toFixed(2)}`;
  };
  const heard = count('heard', (gold) => gold !== 'missing' && gold !== 'no_occasion');
  const missing = count('missing', (gold) => gold !== 'heard');
  const unclear = results.filter(({ said }) => said === 'unclear').length;
  console.log(`| \`${name}\` | ${heard} | ${missing} | ${unclear} |`);
}

function inputOf(findings: Findings): RatingInput {
  const statistics = conversationStatistics(findings.conversation.transcript, 0);
  return { ...findings, faults: findConduct(findings), statistics };
}
