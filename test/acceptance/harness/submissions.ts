import { randomUUID } from 'node:crypto';
import type { Api } from './api.ts';

/** A place that nothing is served from, for tests that end before a download matters. */
export const nowhere = 'http://127.0.0.1:1/recording.mp3';

/** An id that no other test has. */
export function newId(prefix: string): string {
  return `${prefix}-${randomUUID()}`;
}

/** A body of the required fields alone, of a recording, an agent and a contact that nobody knows yet. */
export function submission(change: Record<string, unknown> = {}) {
  const agent = newId('agent');
  return {
    recording_id: newId('recording'),
    recording_url: nowhere,
    duration_seconds: 61.5,
    ai_category: 'sales',
    external_user_id: agent,
    user_name: 'Ada Agent',
    user_email: `${agent}@acme.example`,
    external_contact_id: newId('contact'),
    contact_name: 'Carl Contact',
    ...change,
  };
}

export interface Submitted {
  sent: ReturnType<typeof submission> & Record<string, unknown>;
  call_event_id: string;
}

export async function submit(api: Api, change: Record<string, unknown> = {}): Promise<Submitted> {
  const sent = submission(change);
  const reply = await api.post('/calls', sent);
  if (reply.status !== 202) throw new Error(`not accepted: ${JSON.stringify(reply.body)}`);
  return { sent, call_event_id: reply.body.call_event_id };
}

const AT_ONCE = 20;

/** Does it so many times, some of them at once; all at once would pass the gateway's time-out on a busy machine. */
export async function repeat(times: number, make: (index: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < times; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, times - first);
    await Promise.all(Array.from({ length }, (_, index) => make(first + index)));
  }
}

/** Submits and reads back the call, and the user and the contact that it belongs to. */
export async function submitAndRead(api: Api, change: Record<string, unknown> = {}) {
  const submitted = await submit(api, change);
  const { external_user_id, external_contact_id } = submitted.sent;
  const [call, user, contact] = await Promise.all([
    api.get(`/calls/call_event_id:${submitted.call_event_id}`),
    api.get(`/users?external_user_id=${encodeURIComponent(external_user_id)}`),
    api.get(`/contacts?external_contact_id=${encodeURIComponent(external_contact_id)}`),
  ]);
  return { ...submitted, call: call.body, user: user.body.data[0], contact: contact.body.data[0] };
}

/** What the messages of a refusal begin with: the fields it names. */
export function namedFields(message: string | string[]): string[] {
  return [message].flat().map((sentence) => sentence.split(/[ .]/)[0] ?? '');
}
