import { fileURLToPath } from 'node:url';
import { transcriptOf } from '@debrief/contracts/scripted-call';
import { type GoldCall, readGoldCalls } from '../bench/read-gold-calls.ts';
import { auc } from '../bench/score.ts';
import { coachCall } from '../src/engines/built-in/built-in-coach.ts';
import { loadRubrics } from '../src/engines/load-rubrics.ts';

/**
 * `node measure-rubrics.ts` prints, as rows of docs/rubrics.md, how often each built-in rubric rates a good agent above
 * an awful or a mediocre one, in calls that it fits and that nothing was learnt from; beside it the general rubric on
 * the same calls. A tie is half a pair. No calls are labelled as coming back to an earlier one, as renewals or roleplays.
 */
const homes = ['solar', 'hvac', 'roofing', 'real estate', 'insurance', 'mortgage', 'home security'];
const firms = ['saas', 'b2b services', 'logistics'];
const fits: Readonly<Record<string, (call: GoldCall) => boolean>> = {
  'appointment-setting': ({ direction, category }) =>
    direction === 'outbound' && homes.includes(category ?? ''),
  discovery: ({ direction, category }) => direction === 'outbound' && firms.includes(category ?? ''),
  'inbound-service': ({ direction }) => direction === 'inbound',
};

const rubricOf = loadRubrics();
const calls = ['thresholds', 'unseen'].flatMap((folder) =>
  readGoldCalls(fileURLToPath(new URL(`${folder}/calls.json`, import.meta.url))),
);
console.log('| Rubric | Calls: good, mediocre, awful | Good above awful | Good above mediocre |');
console.log('| --- | --- | --- | --- |');
for (const [rubric, isFit] of Object.entries(fits)) {
  const own = calls.filter(isFit);
  const count = (quality: string) => own.filter(({ gold }) => gold.agent_quality === quality).length;
  const [fitting, general] = [ratingsBy(rubric, own), ratingsBy('general-sales', own)];
  const cell = (worse: string) => `${share(fitting, worse)} (general: ${share(general, worse)})`;
  console.log(
    `| \`${rubric}\` | ${count('good')}, ${count('mediocre')}, ${count('awful')} | ${cell('awful')} | ${cell('mediocre')} |`,
  );
}

/** Ratings by the quality of the agent; voicemails and the like have none. */
function ratingsBy(rubric: string, own: readonly GoldCall[]): Map<string, number[]> {
  const ratings = new Map<string, number[]>();
  for (const { agent, contact, turns, direction, date, gold } of own) {
    const incoming = direction === 'inbound';
    const context = { kind: 'call', incoming, occurred_at: `${date}T10:00:00.000Z` } as const;
    const transcript = transcriptOf(agent, contact, turns);
    const { rating } = coachCall(transcript, rubricOf({ kind: 'call', rubric }), context);
    if (rating === null) continue;
    ratings.set(gold.agent_quality, [...(ratings.get(gold.agent_quality) ?? []), rating.outcome]);
  }
  return ratings;
}

function share(ratings: ReadonlyMap<string, readonly number[]>, worse: string): string {
  const value = auc(ratings.get('good') ?? [], ratings.get(worse) ?? []);
  return value === null ? 'no pair' : `${Math.round(value * 100)} %`;
}
