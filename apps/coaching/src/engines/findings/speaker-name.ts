import type { Conversation, Stretch } from '../conversation/conversation.ts';
import { namesOf } from './commitments/names.ts';

/** Whoever said this, as the sentences name them: where several speak on one side, by their own name. */
export function speakerName(conversation: Conversation, stretch: Stretch): string {
  const { role } = stretch;
  if (isPrincipal(conversation, stretch)) return namesOf(conversation)[role];
  const speaker = speakerOf(conversation, stretch);
  const transcript = {
    ...conversation.transcript,
    speakers: { ...conversation.transcript.speakers, [role]: speaker },
  };
  const people = { ...conversation.people, [role]: speaker.trim().split(/\s+/)[0] ?? '' };
  return namesOf({ ...conversation, transcript, people })[role];
}

/** The agent or the contact of the call, and nobody who speaks beside them. */
export function isPrincipal(conversation: Conversation, stretch: Stretch): boolean {
  const { segments, speakers } = conversation.transcript;
  const named = speakers[stretch.role];
  // Where the name of the records stands at no segment, segments tell nobody apart.
  const isNamed = segments.some(({ role, speaker }) => role === stretch.role && speaker === named);
  return !isNamed || speakerOf(conversation, stretch) === named;
}

export function speakerOf({ transcript }: Conversation, { segment }: Stretch): string {
  return transcript.segments[segment]?.speaker ?? '';
}
