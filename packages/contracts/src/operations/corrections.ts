import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { CALL_NOT_FOUND, TRANSCRIPT_CHANGED, TRANSCRIPT_NOT_READY, TRANSCRIPT_REMOVED } from '../errors.ts';
import { SpeakerRole } from '../resources/transcript.ts';
import { Nullable, Text, Uuid } from '../text.ts';

export const LINE_MAX_LENGTH = 4_000;

const Line = {
  segment_index: Type.Integer({ minimum: 0 }),
  text: Text({ maxLength: LINE_MAX_LENGTH }),
  /** Absent: who said it stays, as a name may be that of both. */
  role: Type.Optional(SpeakerRole),
};
const Names = { agent: Text(), contact: Text() };

/** What is put right: a line and who said it, who is who, what they are called; or all of it taken back. */
export const TranscriptChange = Type.Union([
  Type.Object({ kind: Type.Literal('line'), ...Line }),
  Type.Object({ kind: Type.Literal('swap') }),
  Type.Object({ kind: Type.Literal('rename'), ...Names }),
  Type.Object({ kind: Type.Literal('restore') }),
]);

/**
 * Corrects the transcript of a COMPLETED call. What was heard is kept, and the call is judged again. `revision`: of the
 * transcript that the person has read, so that of two corrections at once one is refused, as is a repeated one.
 */
export const correctTranscript = defineOperation({
  subject: 'ingest.transcripts.correct',
  scope: 'integration',
  access: 'write',
  askedBy: ['console'],
  role: 'admin',
  input: Type.Object({
    recording_id: Uuid,
    revision: Type.Integer({ minimum: 0 }),
    change: TranscriptChange,
  }),
  output: Type.Object({ revision: Type.Integer() }),
  errors: [CALL_NOT_FOUND, TRANSCRIPT_NOT_READY, TRANSCRIPT_REMOVED, TRANSCRIPT_CHANGED],
  idempotent: false,
});

/** What was corrected, as it was heard. Of a call without a transcript nothing was. */
export const getCorrections = defineOperation({
  subject: 'ingest.transcripts.get-corrections',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({ recording_id: Uuid }),
  output: Type.Object({
    revision: Type.Integer(),
    /** Whether the analysis is of what the transcript says now; else it is of before a correction. */
    is_judged: Type.Boolean(),
    /** Null where the transcript is what was heard. */
    heard: Nullable(
      Type.Object({
        speakers: Type.Object({ agent: Type.String(), contact: Type.String() }),
        /** Those whose words differ, by their place. */
        lines: Type.Array(Type.Object({ segment_index: Type.Integer(), text: Type.String() })),
      }),
    ),
  }),
  errors: [CALL_NOT_FOUND],
  idempotent: true,
});
