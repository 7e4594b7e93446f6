import { Type } from '@sinclair/typebox';
import {
  CALL_NOT_FOUND,
  QUOTA_EXCEEDED,
  STORAGE_FULL,
  TRANSCRIPT_NOT_READY,
  TRANSCRIPT_REMOVED,
  TRANSCRIPT_UNSUPPORTED,
} from '../errors.ts';
import { RecordingAnalysis } from '../resources/analysis.ts';
import { analysisExample } from '../resources/analysis-example.ts';
import { Call, callExample, callFilters } from '../resources/call.ts';
import { exampleIds } from '../resources/example-story.ts';
import { CreateCall, SubmissionAcknowledgement, submissionExample } from '../resources/submission.ts';
import { TranscriptView, transcriptExample } from '../resources/transcript.ts';
import { Text } from '../text.ts';
import { defineEndpoints, noQuery } from './define.ts';
import { erasedReply } from './erased-reply.ts';
import { examplePage, listErrors, listQuery, pageOf } from './lists.ts';

function bound(description: string) {
  return Type.Optional(Text({ format: 'time-bound', description }));
}

export const calls = defineEndpoints({
  submitCall: {
    method: 'POST',
    path: '/calls',
    tag: 'Calls',
    summary: 'Submit a recording',
    description:
      'Accepts a recording for download, transcription and coaching, and returns at once. Poll `GET /calls/call_event_id:{call_event_id}/analysis` until `progress` is 100. The same `recording_id` again answers the same `call_event_id` and changes nothing, unless processing failed: then the recording is queued again with this body.',
    query: noQuery,
    body: CreateCall,
    bodyExample: submissionExample,
    replies: {
      202: {
        description: 'Accepted; processing runs in the background',
        schema: SubmissionAcknowledgement,
        example: { call_event_id: exampleIds.call_event, status: 'QUEUED' },
      },
    },
    errors: [
      { error: QUOTA_EXCEEDED, details: { quota: 'submissions_per_minute', most: 60 } },
      { error: STORAGE_FULL },
    ],
  },

  listCalls: {
    method: 'GET',
    path: '/calls',
    tag: 'Calls',
    summary: 'List calls',
    description: 'Calls in the order in which they were ingested. Filters combine with AND.',
    query: listQuery('asc', {
      user_id: Type.Optional(
        Text({
          description:
            'UUID, `id:{uuid}` or `external_user_id:{string}`: the calls of the user whom the id means now, also those that came with another one',
        }),
      ),
      contact_id: Type.Optional(Text({ description: 'UUID, `id:{uuid}` or `external_contact_id:{string}`' })),
      created_date_gte: bound(
        'Inclusive lower bound: an ISO-8601 instant, or a date, which means the start of that UTC day',
      ),
      created_date_lte: bound(
        'Inclusive upper bound: an ISO-8601 instant, or a date, which means the end of that UTC day',
      ),
      ...callFilters,
    }),
    replies: {
      200: { description: 'A page of calls', schema: pageOf(Call), example: examplePage(callExample) },
    },
    errors: listErrors,
  },

  getCall: {
    method: 'GET',
    path: '/calls/{identifier}',
    tag: 'Calls',
    summary: 'Get a call',
    description: 'A call, by any of its identifiers. Roleplays are not calls.',
    identifies: 'call',
    query: noQuery,
    replies: { 200: { description: 'The call', schema: Call, example: callExample } },
    errors: [{ error: CALL_NOT_FOUND }],
  },

  getCallTranscript: {
    method: 'GET',
    path: '/calls/{identifier}/transcript',
    tag: 'Calls',
    summary: 'Get the transcript of a call',
    description:
      'Who said what, once the analysis is complete. 404 as well once it was removed: an integration may keep texts for some days only.',
    identifies: 'call',
    query: noQuery,
    replies: { 200: { description: 'The transcript', schema: TranscriptView, example: transcriptExample } },
    errors: [
      { error: TRANSCRIPT_UNSUPPORTED },
      { error: CALL_NOT_FOUND },
      { error: TRANSCRIPT_REMOVED },
      { error: TRANSCRIPT_NOT_READY },
    ],
  },

  getCallAnalysis: {
    method: 'GET',
    path: '/calls/{identifier}/analysis',
    tag: 'Calls',
    summary: 'Get the analysis of a call',
    description:
      'How far the call is, and its coaching once `progress` is 100. `status` FAILED is final as well: `error` says why. Where an integration keeps texts for some days only, figures and codes stay afterwards, texts are empty, and `texts_removed_at` is there.',
    identifies: 'call',
    query: noQuery,
    replies: {
      200: {
        description: 'The analysis, as far as it is',
        schema: RecordingAnalysis,
        example: analysisExample,
      },
    },
    errors: [{ error: CALL_NOT_FOUND }],
  },

  eraseCall: {
    method: 'DELETE',
    path: '/calls/{identifier}',
    tag: 'Calls',
    summary: 'Erase a call',
    description:
      'The call, its transcript and its coaching cannot be read from now on, and are gone everywhere soon after. Figures that name nobody stay. A call that is being processed stops.',
    identifies: 'call',
    query: noQuery,
    replies: erasedReply,
    errors: [{ error: CALL_NOT_FOUND }],
  },
});
