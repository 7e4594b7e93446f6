import type { Api, Reply } from './api.ts';
import { eventually } from './eventually.ts';
import { newId, submitAndRead } from './submissions.ts';

export type Measured = 'users' | 'contacts';

export interface MeasuredCalls {
  user: { id: string; external_user_id: string };
  contact: { id: string; external_contact_id: string };
  /** What every call was submitted with. */
  people: Record<string, string>;
  /** The metrics of the user or of the contact. */
  metrics(of: Measured, query?: string): Promise<Reply>;
}

/**
 * Submits calls of one new user with one new contact and waits until all of them have failed and are counted.
 * `missing` is a URL that answers 404, for what cannot be reached is tried again for a while.
 */
export async function measuredCalls(
  { api, missing }: { api: Api; missing: string },
  calls: readonly Record<string, unknown>[],
  people: Record<string, string> = newPeople(),
): Promise<MeasuredCalls> {
  const read = [];
  for (const call of calls)
    read.push(await submitAndRead(api, { recording_url: missing, ...people, ...call }));
  const { user, contact } = read[0] as Awaited<ReturnType<typeof submitAndRead>>;
  const metrics = (of: Measured, query = '') =>
    api.get(`/${of}/${of === 'users' ? user.id : contact.id}/metrics?${query}`);
  const reply = await eventually(
    () => metrics('users', 'date_gte=2000-01-01'),
    ({ body }) => body.calls.failed === calls.length,
  );
  if (reply.body.calls.failed !== calls.length) throw new Error(JSON.stringify(reply.body.calls));
  return { user, contact, people, metrics };
}

export function newPeople(): Record<string, string> {
  const agent = newId('agent');
  return {
    external_user_id: agent,
    user_email: `${agent}@acme.example`,
    external_contact_id: newId('contact'),
  };
}

const DAY_MS = 86_400_000;
/** Fixed, so that midnight changes nothing between what is submitted and what is asked. */
const startedAtMs = Date.now();

/** The UTC day so many days before the one in which the tests started. */
export function day(daysAgo: number): string {
  return new Date(startedAtMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** Noon of that day. */
export function noon(daysAgo: number): string {
  return `${day(daysAgo)}T12:00:00.000Z`;
}
