import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { type CallEnd, type Fault, type FaultKind, fault, faultKinds } from './fault.ts';
import { findHiddenPrice } from './hidden-price.ts';
import { findMissingIntroduction } from './missing-introduction.ts';
import { findOptOutFault } from './opt-out-fault.ts';
import { findTalkingOver } from './talking-over.ts';
import { unfairStretches } from './unfair-stretches.ts';
import { findVulnerability } from './vulnerability.ts';

/** Somebody who pushes twice means it; one sentence may be a manner of speaking. */
const REPEATED = 2;

/** Nobody to be fair to: a machine, or silence. */
const nobodyThere = new Set<OutcomeCode>(['left_voicemail', 'no_conversation']);

/** What the agent did that no technique makes up for, the worst first. */
export function findConduct(call: CallEnd): Fault[] {
  if (nobodyThere.has(call.outcome.code)) return [];
  const { conversation } = call;
  const found = [
    findOptOutFault(conversation),
    findPressure(call),
    saidOnce(conversation, 'personal_remark', 'personal_remark'),
    saidOnce(conversation, 'disparagement', 'disparage'),
    saidOnce(conversation, 'false_urgency', 'false_urgency'),
    findHiddenPrice(conversation),
    findTalkingOver(conversation),
    ...findMissingIntroduction(call),
  ].filter((one) => one !== null);
  return found.sort((a, b) => a.cap - b.cap || faultKinds.indexOf(a.kind) - faultKinds.indexOf(b.kind));
}

function saidOnce(conversation: Conversation, kind: FaultKind, act: Act): Fault | null {
  const clearest = unfairStretches(conversation, act).sort(byChance(act))[0];
  return clearest === undefined ? null : fault(kind, [clearest.index], chance(clearest, act));
}

function findPressure({ conversation, outcome }: CallEnd): Fault | null {
  const pushing = unfairStretches(conversation, 'pressure');
  // A gatekeeper speaks of somebody else.
  const weakness = outcome.code === 'gatekeeper' ? null : findVulnerability(conversation);
  const onWeak = pushing.find(({ index }) => weakness !== null && index > weakness.index);
  if (weakness !== null && onWeak !== undefined) {
    const indexes = [weakness.index, onWeak.index];
    return fault('pressure_on_vulnerable', indexes, chance(onWeak, 'pressure'));
  }
  const turns = new Set(pushing.map(({ turn }) => turn));
  const [first, second] = pushing.sort(byChance('pressure'));
  if (turns.size < REPEATED || first === undefined || second === undefined) return null;
  const indexes = [first.index, second.index].sort((a, b) => a - b);
  return fault('pressure', indexes, chance(first, 'pressure'));
}

/** A sentence shows more than a scrap of one; among sentences, the surest. */
const SENTENCE_WORDS = 6;

function byChance(act: Act) {
  const isSentence = ({ words }: Stretch): number => (words.length >= SENTENCE_WORDS ? 1 : 0);
  return (a: Stretch, b: Stretch): number =>
    isSentence(b) - isSentence(a) || chance(b, act) - chance(a, act) || a.index - b.index;
}
