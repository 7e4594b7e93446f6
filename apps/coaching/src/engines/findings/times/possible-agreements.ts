import type { Conversation } from '../../conversation/conversation.ts';
import { callFeatures } from './call-features.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { confirms } from './confirms.ts';
import type { Features } from './features.ts';
import { followNegotiation } from './follow-negotiation.ts';
import type { Heard } from './heard.ts';
import { kindFeatures } from './kind-features.ts';
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
  agreements: PossibleAgreement[];
  /** What shows that nothing was agreed. */
  nothing: Features;
}

export function possibleAgreements(conversation: Conversation): Possible {
  const mentions = mentionsIn(conversation);
  const standing = followNegotiation(conversation);
  const heard: Heard = { conversation, mentions, standing };
  const candidates = candidatesOf(
    mentions,
    standing.map(({ time }) => time),
  ).filter(({ support }) => !confirms(support[0]?.stretch));
  return {
    agreements: candidates.flatMap((candidate) => bothKinds(heard, candidate)),
    nothing: callFeatures(heard, candidates.length),
  };
}

/** What tells the kinds apart speaks for one as much as against the other. */
function bothKinds(heard: Heard, candidate: Candidate): PossibleAgreement[] {
  const shared: Features = new Map();
  notePartFeatures(shared, heard.mentions, candidate);
  notePlaceFeatures(shared, heard, candidate);
  noteTalkFeatures(shared, heard.conversation, candidate);
  const own = kindFeatures(heard.conversation, candidate, shared);
  return kinds.map((kind) => {
    const features = new Map(shared);
    for (const [name, value] of own) features.set(`kind: ${name}`, kind === 'appointment' ? value : -value);
    return { candidate, kind, features };
  });
}
