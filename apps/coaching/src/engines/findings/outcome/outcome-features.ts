import type { SpeakerRole } from '@debrief/contracts/resources/transcript';
import { type Act, acts } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement } from '../findings.ts';
import { type Ending, endings, type LikelyEnding } from '../key-words/endings.ts';

/** Acts that decide how a call ends; the order in which they come is half of what they say. */
const deciding = [
  ...(['accept', 'decline', 'defer', 'retract', 'buy', 'opt_out', 'honor_opt_out', 'interest'] as const),
  ...(['promise', 'request', 'propose_time', 'counter_time', 'propose_step', 'ask_sale', 'recap'] as const),
  ...(['not_qualified', 'wrong_person', 'gatekeep', 'object:not_interested', 'object:no_time'] as const),
  ...(['object:information_first', 'leave_message', 'pressure', 'answer_objection'] as const),
] satisfies Act[];
const roles = ['agent', 'contact'] as const;
/** Of probabilities that are next to nothing. */
const LOG_BOUND = -6;
/** The end of a call, in turns. */
const END_TURNS = 6;
/** Words that the end of calls is full of, whatever the trade: a closed list of what people say when they settle. */
const settling = [
  ...['call', 'call_back', 'email', 'send', 'text', 'card', 'address', 'appointment', 'tomorrow', 'week'],
  ...['message', 'think', 'number', 'wrong', 'list', 'sign', 'order', 'pay', 'see_you', 'month'],
];

/** The features' names, in their order. */
export const featureNames: readonly string[] = [
  ...roles.flatMap((role) => acts.map((act) => `${role} ${act}`)),
  ...deciding.flatMap((act) => [`last ${act}`, `end ${act}`]),
  ...roles.flatMap((role) => settling.map((word) => `${role} says ${word}`)),
  ...['appointment', 'appointment without hour', 'callback', 'callback with hour', 'call after appointment'],
  ...['turns', 'contact stretches', 'contact words', 'agent words', 'contact share', 'inbound', 'outbound'],
  ...['declined after accepted', 'accepted after declined', 'bought after declined', 'short'],
  ...endings.map((ending) => `line of ${ending}`),
];

/**
 * What the outcome is decided by: how likely each act is done, by whom, how late, what stands agreed, and what the line
 * tells that seems to decide it.
 */
export function outcomeFeatures(
  conversation: Conversation,
  agreements: readonly Agreement[],
  likely: ReadonlyMap<Ending, LikelyEnding>,
): number[] {
  const { stretches, turns, context } = conversation;
  const of = (role: SpeakerRole) => stretches.filter((stretch) => stretch.role === role);
  const late = stretches.filter(({ turn }) => turn >= turns.length - END_TURNS);
  const [agent, contact] = [of('agent'), of('contact')];
  const contactWords = wordsIn(contact);
  const agentWords = wordsIn(agent);
  const last = (act: Act) => lastOf(stretches, act) / Math.max(1, stretches.length);
  return [
    ...[agent, contact].flatMap((own) => acts.map((act) => most(own, act))),
    ...deciding.flatMap((act) => [last(act), most(late, act)]),
    ...[agent, contact].flatMap((own) => settling.map((word) => Number(says(own.slice(-12), word)))),
    ...agreed(agreements),
    ...[Math.log1p(turns.length) / 4, Math.log1p(contact.length) / 4, Math.log1p(contactWords) / 6],
    ...[Math.log1p(agentWords) / 6, contactWords / Math.max(1, contactWords + agentWords)],
    ...[Number(context.incoming === true), Number(context.incoming === false)],
    ...[Number(last('decline') > last('accept')), Number(last('accept') > last('decline'))],
    ...[Number(last('buy') > last('decline')), Number(turns.length < 5)],
    ...endings.map((ending) => Math.max(LOG_BOUND, Math.log(likely.get(ending)?.probability ?? 0)) / 2),
  ];
}

function agreed(agreements: readonly Agreement[]): number[] {
  const best = (kind: Agreement['kind'], having: (agreement: Agreement) => boolean) =>
    agreements.reduce(
      (high, one) => (one.kind === kind && having(one) ? Math.max(high, one.probability) : high),
      0,
    );
  const hasHour = ({ at }: Agreement) => at?.includes('T') ?? false;
  const lastKind = agreements.at(-1)?.kind;
  return [
    best('appointment', () => true),
    best('appointment', (one) => !hasHour(one)),
    best('callback', () => true),
    best('callback', hasHour),
    Number(lastKind === 'callback' && agreements.length > 1),
  ];
}

function most(stretches: readonly Stretch[], act: Act): number {
  return stretches.reduce((high, stretch) => Math.max(high, chance(stretch, act)), 0);
}

/** The place of the last stretch that likely does it, from 1; 0 where none does. */
function lastOf(stretches: readonly Stretch[], act: Act): number {
  return stretches.findLastIndex((stretch) => chance(stretch, act) > 0.4) + 1;
}

function wordsIn(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { words }) => sum + words.length, 0);
}

function says(stretches: readonly Stretch[], phrase: string): boolean {
  const [first, second] = phrase.split('_');
  return stretches.some(({ words }) =>
    words.some(({ text }, i) => text === first && (second === undefined || words[i + 1]?.text === second)),
  );
}
