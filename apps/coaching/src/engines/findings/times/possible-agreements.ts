import type { Conversation } from '../../conversation/conversation.ts';
import { actHistory } from './act-history.ts';
import { callFeatures } from './call-features.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { confirms } from './confirms.ts';
import type { Features } from './features.ts';
import { followNegotiation } from './follow-negotiation.ts';
import type { Heard } from './heard.ts';
import { everFeatures, kindFeatures } from './kind-features.ts';
import { kindSigns } from './kind-signs.ts';
import { mentionsIn } from './mentions.ts';
import { notePartFeatures } from './part-features.ts';
import { notePlaceFeatures } from './place-features.ts';
import { noteTalkFeatures } from './talk-features.ts';

export const kinds = ['appointment', 'callback'] as const;

/** A time that may stand at the end of a call, as a meeting or as a call. */
export interface PossibleAgreement {
  candidate: Candidate;
  kind: (typeof kinds)[number];
  features: Features;
}

/** Everything of which one is so at the end of a call: each time as each kind, or nothing at all. */
export interface Possible {
  agreements: Iterable<PossibleAgreement>;
  /** What shows that nothing was agreed. */
  nothing: Features;
}

export function possibleAgreements(conversation: Conversation): Possible {
  const mentions = mentionsIn(conversation);
  const standing = followNegotiation(conversation);
  const heard: Heard = {
    conversation,
    mentions,
    standing,
    history: actHistory(conversation.stretches),
    ever: everFeatures(conversation),
    signs: kindSigns(conversation.stretches),
  };
  const candidates = candidatesOf(
    mentions,
    standing.map(({ time }) => time),
  ).filter(({ support }) => !confirms(support[0]?.stretch));
  return {
    // Made while they are read: all features of a long call at once would be most of the memory that it takes.
    agreements: { [Symbol.iterator]: () => eachAgreement(heard, candidates) },
    nothing: callFeatures(heard, candidates.length),
  };
}

function* eachAgreement(heard: Heard, candidates: readonly Candidate[]): Generator<PossibleAgreement> {
  for (const candidate of candidates) yield* bothKinds(heard, candidate);
}

/** What tells the kinds apart speaks for one as much as against the other. */
function bothKinds(heard: Heard, candidate: Candidate): PossibleAgreement[] {
  const shared: Features = new Map();
  notePartFeatures(shared, heard.mentions, candidate);
  notePlaceFeatures(shared, heard, candidate);
  noteTalkFeatures(shared, heard, candidate);
  const own = kindFeatures(heard, candidate, shared);
  return kinds.map((kind) => {
    const features = new Map(shared);
    for (const [name, value] of own) features.set(`kind: ${name}`, kind === 'appointment' ? value : -value);
    return { candidate, kind, features };
  });
}
