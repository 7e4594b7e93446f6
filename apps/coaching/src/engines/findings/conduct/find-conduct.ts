import type { Act } from '../../conversation/acts.ts';
import { chance, type Stretch } from '../../conversation/conversation.ts';
import { anyOf } from '../any-of.ts';
import type { OutcomeCode } from '../findings.ts';
import { type CallEnd, type Fault, type FaultKind, fault, faultKinds } from './fault.ts';
import { findHiddenPrice } from './hidden-price.ts';
import { findLateTerms } from './late-terms.ts';
import { findMissingName } from './missing-name.ts';
import { findOptOutFault } from './opt-out-fault.ts';
import { findTalkingOver } from './talking-over.ts';
import { unfairPassage } from './unfair-passage.ts';
import { unfairLines, unkindActs } from './unfair-stretches.ts';
import { findVulnerability } from './vulnerability.ts';

/** Nobody led a conversation: only a line that is clear by itself is held against the agent. */
const notReached = new Set<OutcomeCode>(['left_voicemail', 'wrong_number']);

/** From here on nine of ten unfair lines are rightly called so; below, a line is unfair without a closer name. */
const NAMED_FROM: readonly (readonly [Act, FaultKind, number])[] = [
  ['personal_remark', 'personal_remark', 0.75],
  ['disparage', 'disparagement', 0.6],
  ['false_urgency', 'false_urgency', 0.8],
];
const pushing: readonly Act[] = ['pressure', 'false_urgency'];
const belittling: readonly Act[] = ['personal_remark', 'disparage'];
const PERSONAL = 0.6;
const PUSHED = 0.8;
/** A push by most of what makes it unfair. */
const MOSTLY = 0.75;
const PLAINLY_BLAMED = 0.6;

/** What the agent did that no technique makes up for, the worst first; no words show two faults. */
export function findConduct(call: CallEnd): Fault[] {
  if (call.outcome.code === 'no_conversation') return [];
  const { conversation } = call;
  if (notReached.has(call.outcome.code)) return findUnfair(call, null);
  const optOut = findOptOutFault(conversation);
  const found = [
    ...(optOut === null ? [] : [optOut]),
    ...findUnfair(call, optOut),
    ...[
      findLateTerms(conversation),
      findHiddenPrice(conversation),
      findTalkingOver(conversation),
      findMissingName(call),
    ],
  ].filter((one) => one !== null);
  // Of faults that weigh the same, what anybody would blame comes before what takes a question to be seen.
  const isPlain = ({ stretches }: Fault): number =>
    Number(stretches.some((index) => (conversation.stretches[index]?.remark?.blame ?? 0) >= PLAINLY_BLAMED));
  return found.sort(
    (a, b) =>
      a.cap - b.cap || isPlain(b) - isPlain(a) || faultKinds.indexOf(a.kind) - faultKinds.indexOf(b.kind),
  );
}

/** The clearest unfair lines by their names; none where no line is clear: nobody is accused without words that show it. */
function findUnfair({ conversation, outcome }: CallEnd, optOut: Fault | null): Fault[] {
  const { stretches } = conversation;
  const taken = new Set((optOut?.stretches ?? []).flatMap((index) => stretches[index]?.turn ?? []));
  const clear = unfairLines(conversation, taken);
  if (clear.length === 0 && (optOut !== null || notReached.has(outcome.code))) return [];
  const lines = clear.length > 0 ? clear : [unfairPassage(conversation, taken)].filter((one) => one !== null);
  // A gatekeeper speaks of somebody else.
  const weakness = outcome.code === 'gatekeeper' ? null : findVulnerability(conversation);
  const named = new Map<FaultKind, Stretch[]>();
  for (const line of lines) {
    const kind = weakness !== null && line.index > weakness.index && isPush(line) ? WEAK : kindOf(line);
    // Beside an opt-out that was made hard, everything sounds unfair: only what has a name of its own is.
    if (kind === 'unfair' && optOut !== null) continue;
    named.set(kind, [...(named.get(kind) ?? []), line]);
  }
  return [...named].map(([kind, own]) => {
    const isWeak = kind === WEAK && weakness !== null;
    const lines = isWeak ? own.slice(0, 1) : own;
    const shown = lines.map(({ index }) => index).sort((a, b) => a - b);
    const probability = Math.min(...lines.map((one) => anyOf(one, unkindActs)));
    return fault(kind, isWeak ? [weakness.index, ...shown] : shown, probability);
  });
}

const WEAK = 'pressure_on_vulnerable';

function kindOf(line: Stretch): FaultKind {
  const most = chance(line, ...unkindActs);
  const named = NAMED_FROM.find(([act, , from]) => chance(line, act) >= from && chance(line, act) === most);
  // `What'd you weigh?` pushes and is personal: it is out of place, whatever it is called.
  return named?.[1] ?? (isPush(line) && chance(line, ...belittling) < PERSONAL ? 'pressure' : 'unfair');
}

function isPush(line: Stretch): boolean {
  const pushed = anyOf(line, pushing);
  return pushed >= PUSHED && pushed >= MOSTLY * anyOf(line, unkindActs);
}
