import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transcriptOf } from '@debrief/contracts/scripted-call';
import { readGoldCalls } from '../bench/read-gold-calls.ts';
import { builtInCoach } from '../src/engines/built-in/built-in-coach.ts';
import { loadRubrics } from '../src/engines/load-rubrics.ts';
import { indicators, rateOf } from '../src/signals/indicators.ts';
import { type SpeechOfCall, sumSpeech } from '../src/signals/sum-speech.ts';

/**
 * `node measure-reference.ts` writes how much of each indicator agents usually show, in 240 calls that the classifier
 * has not seen. An agent is what one writer made of one quality.
 */
const rubricOf = loadRubrics();
const agents = new Map<string, SpeechOfCall[]>();
for (const call of readGoldCalls(fileURLToPath(new URL('thresholds/calls.json', import.meta.url)))) {
  const transcript = transcriptOf(call.agent, call.contact, call.turns);
  const incoming = call.direction === 'inbound';
  const context = { kind: 'call', incoming, occurred_at: `${call.date}T10:00:00.000Z` } as const;
  const { speech } = await builtInCoach.analyze(
    transcript,
    rubricOf({ kind: 'call', rubric: null }),
    context,
  );
  const agent = `${call.id.slice(0, 2)} ${call.gold.agent_quality}`;
  agents.set(agent, [...(agents.get(agent) ?? []), speech]);
}
const spoken = [...agents.values()].map(sumSpeech).filter(({ words }) => words >= 400);
const entries = indicators.map((indicator) => {
  const rates = spoken.flatMap(({ indicators: counts }) => rateOf(indicator, counts) ?? []);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const variance = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1);
  return [indicator.count, { usual: round(median(rates)), deviation: round(Math.sqrt(variance)) }];
});
const file = new URL('../src/signals/reference.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
console.log(`${spoken.length} agents; run: biome format --write ${fileURLToPath(file)}`);

/** A few who push in every second sentence make no pushing usual. */
function median(rates: readonly number[]): number {
  const sorted = rates.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
