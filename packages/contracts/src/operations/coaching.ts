import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { ANALYSIS_NOT_FOUND } from '../errors.ts';
import { AnalysisBody } from '../resources/analysis.ts';
import { Uuid } from '../text.ts';

/** The stored sub-objects of a complete analysis; the gateway puts them behind ingest's head. */
export const getAnalysis = defineOperation({
  subject: 'coaching.analyses.get',
  scope: 'integration',
  input: Type.Object({ recording_id: Uuid }),
  output: AnalysisBody,
  errors: [ANALYSIS_NOT_FOUND],
  idempotent: true,
});
