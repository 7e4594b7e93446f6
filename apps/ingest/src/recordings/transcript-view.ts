import type { Transcript, TranscriptView } from '@debrief/contracts/resources/transcript';

/** What clients read of a transcript: without the role and the confidence of each segment. */
export function transcriptView(recordingId: string, transcript: Transcript): TranscriptView {
  const { engine, quality, language, channels, duration_seconds, speakers, segments } = transcript;
  return {
    call_id: recordingId,
    engine,
    quality,
    language,
    channels,
    duration_seconds,
    speakers,
    segments: segments.map(({ speaker, start_time, end_time, text }) => ({
      speaker,
      start_time,
      end_time,
      text,
    })),
  };
}
