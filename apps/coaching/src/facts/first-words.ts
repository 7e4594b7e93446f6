import type { CallFacts } from './call-facts.ts';
import type { Quote } from './criterion-of-call.ts';
import { agentsWords, exchangesOf } from './exchanges-of.ts';

/** The first words of the agent that are kept of a call: from there it is listened to. */
export function firstWords(call: CallFacts): Quote[] {
  const { agent, topMoments, promises, improvements, criteria } = call;
  return [
    ...[...criteria, ...topMoments, ...promises, ...improvements].flatMap(({ quotes }) => quotes),
    ...exchangesOf(call, 'beginning').map((one) => agentsWords(call, one)),
  ]
    .filter(({ speaker }) => speaker === agent)
    .toSorted((a, b) => a.segment_index - b.segment_index)
    .slice(0, 1);
}
