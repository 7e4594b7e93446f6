import type { Claim } from '../../conversation/claim.ts';
import { type Conversation, chance } from '../../conversation/conversation.ts';
import { unfairActs, unfairness } from '../conduct/unfair-stretches.ts';
import { quotesTogether } from '../passage.ts';
import { clockTime, punctuated } from '../said.ts';
import { isPrincipal } from '../speaker-name.ts';
import type { FindMoments, Judged, Moment } from './moment.ts';
import { metObjections, straightPrice } from './praise-of-answers.ts';
import { openAnswers, openPurpose } from './praise-of-candour.ts';
import { followUps, heardNeeds, openQuestions } from './praise-of-discovery.ts';
import { ruledOutHonestly, tookNoGracefully } from './praise-of-endings.ts';

const MOST = 4;
/** In good calls one agent's stretch in two hundred is so likely to be taken up, in others every fifth. */
const BLAMED = 0.2;
/** Two acts have to be right, or the sentence is not true. */
const CERTAIN = 0.35;
/** With this many unfair things expected in a call, praise for a part of it would read as praise for the rest. */
const UNFAIR = 1;

const kinds: readonly FindMoments[] = [
  ...[openQuestions, followUps, heardNeeds, straightPrice, metObjections],
  ...[openAnswers, openPurpose, tookNoGracefully, ruledOutHonestly],
];

/** The best of the call, each kind once, in the order they happened; none where nothing earned it. */
export function topMoments(judged: Judged): Claim[] {
  const { conversation, faults } = judged;
  if (faults.length > 0 || unfairness(conversation) >= UNFAIR) return [];
  const found = kinds
    .flatMap((find) => find(judged))
    .filter((moment) => moment.probability >= CERTAIN && isClean(judged, moment))
    .sort((a, b) => worthOf(judged, b) - worthOf(judged, a) || placeOf(a) - placeOf(b));
  return distinct(conversation, found)
    .slice(0, MOST)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((moment) => claimOf(conversation, moment));
}

/** What a manager would praise comes first, of what is as sure and as much worth. */
function worthOf(
  { conversation: { stretches } }: Judged,
  { worth, probability, stretches: indexes }: Moment,
) {
  const praise = Math.max(0, ...indexes.map((index) => stretches[index]?.remark?.praise ?? 0));
  return worth * probability * (1 + praise);
}

/** In a turn that does nothing unfair. */
function isClean({ conversation }: Judged, moment: Moment): boolean {
  const { stretches } = conversation;
  const quoted = moment.stretches.flatMap((index) => stretches[index] ?? []);
  // A colleague who speaks beside the agent is not the one who reads this.
  if (quoted.some((one) => one.role === 'agent' && !isPrincipal(conversation, one))) return false;
  const isBlamed = moment.stretches.some((index) => (stretches[index]?.remark?.blame ?? 0) >= BLAMED);
  if (isBlamed) return false;
  const turns = moment.stretches.flatMap((index) => stretches[index]?.turn ?? []);
  return stretches.every(
    (one) =>
      one.role !== 'agent' ||
      !turns.includes(one.turn) ||
      chance(one, ...unfairActs, 'dodge_price') < CERTAIN / 2,
  );
}

function distinct({ stretches }: Conversation, moments: readonly Moment[]): Moment[] {
  const taken = new Set<string | number>();
  return moments.filter(({ kind, stretches: indexes }) => {
    const turns = indexes.flatMap((index) => stretches[index]?.turn ?? []);
    if (taken.has(kind) || turns.some((turn) => taken.has(turn))) return false;
    for (const key of [kind, ...turns]) taken.add(key);
    return true;
  });
}

function placeOf({ stretches }: Moment): number {
  return Math.min(...stretches);
}

function claimOf(conversation: Conversation, moment: Moment): Claim {
  const { transcript, stretches } = conversation;
  const first = stretches[moment.stretches[0] ?? 0];
  const seconds = transcript.segments[first?.segment ?? 0]?.start_time ?? 0;
  const text = punctuated(`At ${clockTime(seconds)} ${moment.text}`);
  return { text, quotes: quotesTogether(conversation, moment.stretches) };
}
