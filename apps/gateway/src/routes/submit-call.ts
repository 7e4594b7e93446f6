import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { calls } from '@debrief/contracts/endpoints/calls';
import { knownFields } from '@debrief/contracts/known-fields';
import { findPeople, resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { findSubmission, submitRecording } from '@debrief/contracts/operations/ingest';
import { type Category, categoryOf, type IntegrationProfile } from '@debrief/contracts/resources/access';
import {
  type CreateCall,
  SubmittedPeople,
  SubmittedRecording,
} from '@debrief/contracts/resources/submission';
import { route } from './route.ts';
import type { Services } from './services.ts';
import { ruleViolations } from './submission-rules.ts';

/**
 * Accepts a recording. A recording_id that ingest has already and that did not fail is answered before directory is
 * asked to change anything, so that a repeated submission changes nothing, not even the contact. Whether the people are
 * known and unchanged, as nearly all are, is asked meanwhile.
 */
export const submitCall = route(calls.submitCall, ({ allowedHosts }) => ({
  rules: ({ body, integration }) =>
    ruleViolations(body, { integration, allowed: allowedHosts, nowMs: Date.now() }),
  handle: async ({ body, integration, services }) => {
    const { recording_id, duration_seconds } = body;
    const { allowed_hosts, quotas } = integration;
    const limits = quotas === undefined ? {} : { quotas };
    const hosts = allowed_hosts === undefined ? {} : { allowed_hosts };
    const people = services.request(findPeople, knownFields(SubmittedPeople, body));
    // Not awaited where the recording is known.
    people.catch(() => {});
    const known = await services.request(findSubmission, { recording_id, duration_seconds, ...limits });
    const { call_event_id } =
      known !== null && known.status !== 'FAILED'
        ? known
        : await submit(
            body,
            requireCategory(integration, body.ai_category),
            { ...hosts, ...limits },
            { services, people },
          );
    return { call_event_id, status: 'QUEUED' };
  },
}));

async function submit(
  body: CreateCall,
  category: Category,
  settings: Pick<InputOf<typeof submitRecording>, 'allowed_hosts' | 'quotas'>,
  { services, people: known }: { services: Services; people: Promise<OutputOf<typeof findPeople>> },
) {
  const people =
    (await known) ?? (await services.request(resolveSubmission, knownFields(SubmittedPeople, body)));
  return services.request(submitRecording, {
    ...knownFields(SubmittedRecording, body),
    ...people,
    ...settings,
    kind: category.kind,
    rubric: category.rubric ?? null,
  });
}

function requireCategory(integration: IntegrationProfile, name: string): Category {
  const category = categoryOf(integration, name);
  if (category === null)
    throw new TypeError('the rules accepted a category that the integration does not have');
  return category;
}
