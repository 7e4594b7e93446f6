import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { IntegrationChanged, UserChanged } from '../events/directory.ts';
import { AnalysisFigures, RecordingContext } from '../events/recording.ts';
import { Failure } from '../failures.ts';
import { FactsInput, FactsOf } from '../paging.ts';
import { RecordingStatus } from '../resources/call.ts';
import { Nullable, Uuid } from '../text.ts';

/*
 * The state that an owner's events carry, for services that keep a copy and rebuild it. The shapes are
 * those of the events. Asked by rebuilds only.
 */

/** Every integration as `integration.changed` reports it. */
export const listIntegrationFacts = defineOperation({
  subject: 'directory.integrations.list-facts',
  scope: 'system',
  askedBy: ['ingest', 'coaching'],
  input: FactsInput,
  output: FactsOf(IntegrationChanged),
  errors: [],
  idempotent: true,
  unrecorded: true,
});

/** Every user as `user.changed` reports it. */
export const listUserFacts = defineOperation({
  subject: 'directory.users.list-facts',
  scope: 'system',
  askedBy: ['coaching', 'analytics'],
  input: FactsInput,
  output: FactsOf(UserChanged),
  errors: [],
  idempotent: true,
  unrecorded: true,
});

/** What the events of a recording have said: `error` while it is FAILED. */
export const RecordingFact = Type.Object({
  recording: RecordingContext,
  status: RecordingStatus,
  error: Type.Union([Failure, Type.Null()]),
});
export type RecordingFact = Static<typeof RecordingFact>;

/** Every recording, under its id. */
export const listRecordingFacts = defineOperation({
  subject: 'ingest.recordings.list-facts',
  scope: 'system',
  askedBy: ['analytics'],
  input: FactsInput,
  output: FactsOf(RecordingFact),
  errors: [],
  idempotent: true,
  unrecorded: true,
});

/** What `recording.analyzed` says, without the context, which coaching does not keep. */
export const AnalysisFact = Type.Object({
  integration_id: Uuid,
  recording_id: Uuid,
  attempt: Type.Integer({ minimum: 1 }),
  rerun_id: Nullable(Uuid),
  ...AnalysisFigures.properties,
});
export type AnalysisFact = Static<typeof AnalysisFact>;

/** Every analysis, under the id of its recording. */
export const listAnalysisFacts = defineOperation({
  subject: 'coaching.analyses.list-facts',
  scope: 'system',
  askedBy: ['analytics'],
  input: FactsInput,
  output: FactsOf(AnalysisFact),
  errors: [],
  idempotent: true,
  unrecorded: true,
});
