import type { OutputOf } from '@debrief/contracts/define';
import { calls } from '@debrief/contracts/endpoints/calls';
import { knownFields } from '@debrief/contracts/known-fields';
import { findPeople, resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { findSubmission, submitRecording } from '@debrief/contracts/operations/ingest';
import { categoryOf, type IntegrationProfile } from '@debrief/contracts/resources/access';
import {
  type CreateCall,
  SubmittedPeople,
  SubmittedRecording,
} from '@debrief/contracts/resources/submission';
import { NotServedError } from '@debrief/messaging/request';
import { route } from './route.ts';
import type { Services } from './services.ts';
import { ruleViolations } from './submission-rules.ts';

/**
 * Accepts a recording. A recording_id that ingest has already and that did not fail is answered before anything is
 * counted or written, so that a repeated submission changes nothing, not even the contact (decision 0003).
 */
export const submitCall = route(calls.submitCall, ({ allowedHosts }) => ({
  rules: ({ body, integration }) =>
    ruleViolations(body, { integration, allowed: allowedHosts, nowMs: Date.now() }),
  handle: async ({ body, integration, services }) => {
    const { recording_id, duration_seconds } = body;
    const { allowed_hosts, quotas } = integration;
    const limits = quotas === undefined ? {} : { quotas };
    const hosts = allowed_hosts === undefined ? {} : { allowed_hosts };
    const people = quotas === undefined ? await findCurrent(body, services) : null;
    // Otherwise nothing is written before ingest stores the recording, and looks itself whether it has it.
    const known =
      people === null
        ? await services.request(findSubmission, { recording_id, duration_seconds, ...limits })
        : null;
    const { call_event_id } =
      known !== null && known.status !== 'FAILED'
        ? known
        : await services.request(submitRecording, {
            ...knownFields(SubmittedRecording, body),
            ...(people ?? (await services.request(resolveSubmission, knownFields(SubmittedPeople, body)))),
            ...{ ...hosts, ...limits },
            ...rubricOf(integration, body.ai_category),
          });
    return { call_event_id, status: 'QUEUED' };
  },
}));

/**
 * The people, where nothing of them is to be written. Null as well where directory does not say: the directory of release
 * 0.1.0 cannot, and while it is away a recording that ingest has is still answered.
 */
async function findCurrent(body: CreateCall, services: Services): Promise<OutputOf<typeof findPeople>> {
  try {
    return await services.request(findPeople, knownFields(SubmittedPeople, body));
  } catch (error) {
    // Any other UNAVAILABLE is of an overload, to which further requests would add.
    if (error instanceof NotServedError) return null;
    throw error;
  }
}

function rubricOf(integration: IntegrationProfile, name: string) {
  const category = categoryOf(integration, name);
  if (category === null)
    throw new TypeError('the rules accepted a category that the integration does not have');
  return { kind: category.kind, rubric: category.rubric ?? null };
}
