import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { type CallEnd, type Fault, type FaultKind, fault, faultKinds } from './fault.ts';
import { findHiddenPrice } from './hidden-price.ts';
import { findMissingIntroduction } from './missing-introduction.ts';
import { findOptOutFault } from './opt-out-fault.ts';
import { findTalkingOver } from './talking-over.ts';
import { unfairActs, unfairStretches } from './unfair-stretches.ts';
import { findVulnerability } from './vulnerability.ts';

/** Somebody who pushes twice means it; one sentence may be a manner of speaking. */
const REPEATED = 2;
const PUSHED = 0.4;
/** `Aw.` pushes nobody. */
const TELLING_WORDS = 4;

/** Nobody to be fair to: a machine, or silence. */
const nobodyThere = new Set<OutcomeCode>(['left_voicemail', 'no_conversation']);

/**
 * From here on an unfair stretch is called by its name. Below, something unfair was said in 15 of 16 cases, but what it
 * was is right in less than half of the personal remarks: it counts as pushing.
 */
const NAMED_FROM: readonly (readonly [Act, FaultKind, number])[] = [
  ['personal_remark', 'personal_remark', 0.75],
  ['disparage', 'disparagement', 0.65],
  ['false_urgency', 'false_urgency', 0.7],
];

/** What the agent did that no technique makes up for, the worst first; no words show two faults. */
export function findConduct(call: CallEnd): Fault[] {
  if (nobodyThere.has(call.outcome.code)) return [];
  const { conversation } = call;
  const optOut = findOptOutFault(conversation);
  const named = NAMED_FROM.flatMap(([act, kind, from]) => saidOnce(conversation, optOut, act, kind, from));
  const known = [...(optOut === null ? [] : [optOut]), ...named];
  const found = [
    ...known,
    findPressure(call, new Set(known.flatMap(({ stretches }) => stretches))),
    findHiddenPrice(conversation),
    findTalkingOver(conversation),
    ...findMissingIntroduction(call),
  ].filter((one) => one !== null);
  return found.sort((a, b) => a.cap - b.cap || faultKinds.indexOf(a.kind) - faultKinds.indexOf(b.kind));
}

function saidOnce(
  conversation: Conversation,
  optOut: Fault | null,
  act: Act,
  kind: FaultKind,
  from: number,
): Fault[] {
  const [clearest] = unfairStretches(conversation, act)
    .filter((one) => chance(one, act) >= from && chance(one, act) === chance(one, ...unfairActs))
    .filter(({ index }) => optOut?.stretches.includes(index) !== true)
    .sort(byChance(act));
  return clearest === undefined ? [] : [fault(kind, [clearest.index], chance(clearest, act))];
}

function findPressure({ conversation, outcome }: CallEnd, taken: ReadonlySet<number>): Fault | null {
  const pushing = unfairStretches(conversation, ...unfairActs).filter(
    ({ index, words }) => !taken.has(index) && words.length >= TELLING_WORDS,
  );
  // A gatekeeper speaks of somebody else.
  const weakness = outcome.code === 'gatekeeper' ? null : findVulnerability(conversation);
  const onWeak = pushing.find(
    (one) => weakness !== null && one.index > weakness.index && chance(one, 'pressure') >= PUSHED,
  );
  if (weakness !== null && onWeak !== undefined) {
    const indexes = [weakness.index, onWeak.index];
    return fault('pressure_on_vulnerable', indexes, chance(onWeak, 'pressure'));
  }
  const turns = new Set(pushing.map(({ turn }) => turn));
  const [first] = pushing.sort(byChance(...unfairActs));
  const second = pushing.find(({ turn }) => turn !== first?.turn);
  if (turns.size < REPEATED || first === undefined || second === undefined) return null;
  const indexes = [first.index, second.index].sort((a, b) => a - b);
  return fault('pressure', indexes, chance(first, ...unfairActs));
}

/** A sentence shows more than a scrap of one; among sentences, the surest. */
const SENTENCE_WORDS = 6;

function byChance(...acts: readonly Act[]) {
  const isSentence = ({ words }: Stretch): number => (words.length >= SENTENCE_WORDS ? 1 : 0);
  return (a: Stretch, b: Stretch): number =>
    isSentence(b) - isSentence(a) || chance(b, ...acts) - chance(a, ...acts) || a.index - b.index;
}
