import type { HeardTranscript, Transcript, TranscriptView } from '@debrief/contracts/resources/transcript';

/** What clients read of a transcript: without the role and the confidence of each segment, with the times of its words. */
export function transcriptView(recordingId: string, transcript: HeardTranscript): TranscriptView {
  const { engine, quality, language, punctuation, channels, duration_seconds, speakers, segments } =
    transcript;
  return {
    call_id: recordingId,
    ...{ engine, quality, language },
    ...(punctuation === undefined ? {} : { punctuation }),
    ...{ channels, duration_seconds, speakers },
    segments: segments.map(({ speaker, start_time, end_time, text, words }) => ({
      ...{ speaker, start_time, end_time, text },
      ...(words === undefined ? {} : { words }),
    })),
  };
}

/** What others are told of a transcript: without the times of words, which are ten times as much. */
export function withoutWords({ segments, ...head }: HeardTranscript): Transcript {
  return { ...head, segments: segments.map(({ words: _words, ...segment }) => segment) };
}

/** The transcript with the words of its view, which alone has them. */
export function withWords({ segments, ...head }: Transcript, view: TranscriptView): HeardTranscript {
  return {
    ...head,
    segments: segments.map((segment, index) => {
      const words = view.segments[index]?.words;
      return words === undefined ? segment : { ...segment, words };
    }),
  };
}
