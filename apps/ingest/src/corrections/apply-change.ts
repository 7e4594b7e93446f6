import { DebriefError, VALIDATION_FAILED } from '@debrief/contracts/errors';
import type { TranscriptChange } from '@debrief/contracts/operations/corrections';
import type { HeardSegment, HeardTranscript, SpeakerRole } from '@debrief/contracts/resources/transcript';
import { fitWords } from '@debrief/contracts/resources/transcript-words';
import type { Static } from '@sinclair/typebox';

type Change = Exclude<Static<typeof TranscriptChange>, { kind: 'restore' }>;

/** The transcript with what a person has put right. Names stay with roles: swapping moves the lines. */
export function applyChange(transcript: HeardTranscript, change: Change): HeardTranscript {
  const { segments } = transcript;
  if (change.kind === 'line') {
    const { segment_index, text } = change;
    const line = segments[segment_index];
    const words = text.trim().replace(/\s+/g, ' ');
    if (line === undefined || words === '')
      throw new DebriefError(VALIDATION_FAILED, { violations: ['there is no such line'] });
    const { role = line.role } = change;
    return labelled(transcript, segments.with(segment_index, fitWords({ ...line, text: words, role })));
  }
  const told = { method: 'corrected', confidence: 1 };
  if (change.kind === 'swap')
    return labelled(
      { ...transcript, speakers: { ...transcript.speakers, ...told } },
      segments.map((segment) => ({ ...segment, role: otherOf(segment.role) })),
    );
  const speakers = { agent: change.agent.trim(), contact: change.contact.trim(), ...told };
  // Readers tell by the name who says a line.
  if (speakers.agent === speakers.contact)
    throw new DebriefError(VALIDATION_FAILED, { violations: ['the two names must differ'] });
  return labelled({ ...transcript, speakers }, segments);
}

function otherOf(role: SpeakerRole): SpeakerRole {
  return role === 'agent' ? 'contact' : 'agent';
}

function labelled(transcript: HeardTranscript, segments: readonly HeardSegment[]): HeardTranscript {
  const { speakers } = transcript;
  return {
    ...transcript,
    segments: segments.map((segment) => ({ ...segment, speaker: speakers[segment.role] })),
  };
}
