import { randomUUID } from 'node:crypto';

/** A row of a submission, as the gateway and ingest would make it. */
export function recordingOf(integration_id, body) {
  const now = new Date().toISOString();
  return {
    integration_id,
    id: randomUUID(),
    organization_id: integration_id,
    call_event_id: randomUUID(),
    analysis_id: randomUUID(),
    kind: 'call',
    external_recording_id: body.recording_id,
    recording_url: body.recording_url,
    duration_seconds: body.duration_seconds,
    ai_category: body.ai_category,
    ai_models: '[]',
    user_id: integration_id,
    external_user_id: body.external_user_id,
    user_name: body.user_name,
    contact_id: integration_id,
    external_contact_id: body.external_contact_id,
    contact_name: body.contact_name,
    source: 'API',
    source_id: 'api',
    queued_at: now,
    created_date: now,
  };
}

export const columnsOf = Object.keys(
  recordingOf('', { recording_id: '', recording_url: '', duration_seconds: 0 }),
);
