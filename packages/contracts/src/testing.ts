import { randomUUID } from 'node:crypto';
import type { RecordingContext } from './events/recording.ts';

/** The context of a call that does not exist, with ids of its own; for tests of consumers of recording events. */
export function fakeRecordingContext(change: Partial<RecordingContext> = {}): RecordingContext {
  return {
    organization_id: randomUUID(),
    integration_id: randomUUID(),
    recording_id: randomUUID(),
    analysis_id: randomUUID(),
    attempt: 1,
    kind: 'call',
    ai_category: 'sales',
    rubric: null,
    user_id: randomUUID(),
    contact_id: randomUUID(),
    external_user_id: 'u-1',
    external_contact_id: 'c-1',
    user_name: 'David Miller',
    contact_name: 'Susan Parker',
    incoming: false,
    duration_seconds: 61.5,
    source_id: 'api',
    stage_id: null,
    ai_models: [],
    occurred_at: '2026-11-20T10:00:00.000Z',
    created_date: '2026-11-20T10:01:00.000Z',
    ...change,
  };
}
