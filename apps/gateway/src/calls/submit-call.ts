import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { submitCall as endpoint } from '@debrief/contracts/endpoints/calls';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { findSubmission, submitRecording } from '@debrief/contracts/operations/ingest';
import type { Category, IntegrationProfile } from '@debrief/contracts/resources/access';
import type { CreateCall } from '@debrief/contracts/resources/submission';
import type { Messaging } from '@debrief/messaging/connection';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { type Budget, replyBudget } from '../reply-budget.ts';
import { categoryOf, ruleViolations } from './submission-rules.ts';

/**
 * Accepts a recording. A recording_id that ingest holds already and that did not fail is answered before directory is
 * asked, so that a repeated submission changes nothing anywhere, not even the contact.
 */
export function submitCall(gateway: Gateway, { messaging, allowedHosts }: Parts): void {
  route(gateway, endpoint, {
    rules: ({ body, integration }) =>
      ruleViolations(body, { integration, allowed: allowedHosts, nowMs: Date.now() }),
    handle: async ({ body, caller, integration }, reply) => {
      const budget = replyBudget();
      const { recording_id } = body;
      const held = await ask(messaging, findSubmission, caller, { recording_id }, budget());
      const { call_event_id } =
        held !== null && held.status !== 'FAILED'
          ? held
          : await store(body, requireCategory(integration, body.ai_category), { messaging, caller, budget });
      reply.code(202);
      return { call_event_id, status: 'QUEUED' };
    },
  });
}

function requireCategory(integration: IntegrationProfile, name: string): Category {
  const category = categoryOf(integration, name);
  if (category === null) throw new TypeError('a category that the rules let through');
  return category;
}

async function store(
  body: CreateCall,
  category: Category,
  { messaging, caller, budget }: { messaging: Messaging; caller: IntegrationCaller; budget: Budget },
) {
  const resolved = await ask(messaging, resolveSubmission, caller, body, budget());
  const submission = {
    ...submissionOf(body),
    ...resolved,
    kind: category.kind,
    rubric: category.rubric ?? null,
  };
  return ask(messaging, submitRecording, caller, submission, budget());
}

type Submission = Pick<
  InputOf<typeof submitRecording>,
  Extract<keyof InputOf<typeof submitRecording>, keyof CreateCall>
>;

/** What ingest keeps of a body; the rest of it is directory's. */
function submissionOf(body: CreateCall): Submission {
  return {
    recording_id: body.recording_id,
    recording_url: body.recording_url,
    duration_seconds: body.duration_seconds,
    ai_category: body.ai_category,
    external_user_id: body.external_user_id,
    user_name: body.user_name,
    external_contact_id: body.external_contact_id,
    contact_name: body.contact_name,
    occurred_at: body.occurred_at ?? null,
    from_number: body.from_number ?? null,
    to_number: body.to_number ?? null,
    incoming: body.incoming ?? null,
    ai_models: body.ai_models ?? null,
  };
}
