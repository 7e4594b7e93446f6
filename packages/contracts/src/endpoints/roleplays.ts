import { ROLEPLAY_NOT_FOUND } from '../errors.ts';
import { RecordingAnalysis } from '../resources/analysis.ts';
import { roleplayAnalysisExample } from '../resources/analysis-example.ts';
import { Roleplay, roleplayExample } from '../resources/call.ts';
import { defineEndpoints, noQuery } from './define.ts';
import { erasedReply } from './erased-reply.ts';

export const roleplays = defineEndpoints({
  getRoleplay: {
    method: 'GET',
    path: '/roleplays/{identifier}',
    tag: 'Roleplays',
    summary: 'Get a roleplay',
    description: 'An AI-simulated training call, by any of its identifiers.',
    identifies: 'roleplay',
    query: noQuery,
    replies: { 200: { description: 'The roleplay', schema: Roleplay, example: roleplayExample } },
    errors: [{ error: ROLEPLAY_NOT_FOUND }],
  },

  getRoleplayAnalysis: {
    method: 'GET',
    path: '/roleplays/{identifier}/analysis',
    tag: 'Roleplays',
    summary: 'Get the analysis of a roleplay',
    description: 'How far the roleplay is, and its coaching once `progress` is 100.',
    identifies: 'roleplay',
    query: noQuery,
    replies: {
      200: {
        description: 'The analysis, as far as it is',
        schema: RecordingAnalysis,
        example: roleplayAnalysisExample,
      },
    },
    errors: [{ error: ROLEPLAY_NOT_FOUND }],
  },

  eraseRoleplay: {
    method: 'DELETE',
    path: '/roleplays/{identifier}',
    tag: 'Roleplays',
    summary: 'Erase a roleplay',
    description: 'As a call is erased.',
    identifies: 'roleplay',
    query: noQuery,
    replies: erasedReply,
    errors: [{ error: ROLEPLAY_NOT_FOUND }],
  },
});
