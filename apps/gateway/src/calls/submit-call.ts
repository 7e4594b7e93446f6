import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { findSubmission, submitRecording } from '@debrief/contracts/operations/ingest';
import type { Category } from '@debrief/contracts/resources/access';
import { CreateCall } from '@debrief/contracts/resources/submission';
import type { Messaging } from '@debrief/messaging/connection';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { InvalidRequest } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import { type Budget, replyBudget } from '../reply-budget.ts';
import { categoryOf, ruleViolations } from './submission-rules.ts';

/**
 * Accepts a recording. A recording_id that ingest holds already and that did not fail is answered before directory is
 * asked, so that a repeated submission changes nothing anywhere, not even the contact.
 */
export function submitCall(gateway: Gateway, { messaging, allowedHosts }: Parts): void {
  gateway.post('/calls', { schema: { body: CreateCall }, attachValidation: true }, async (request, reply) => {
    const { body, caller, integration, validationError } = request;
    const violations = [
      ...(validationError instanceof InvalidRequest ? validationError.violations : []),
      ...ruleViolations(body, { integration, allowed: allowedHosts, nowMs: Date.now() }),
    ];
    const category = violations.length === 0 ? categoryOf(integration, body.ai_category) : null;
    if (category === null) throw new InvalidRequest(violations);

    const budget = replyBudget();
    const held = await ask(messaging, findSubmission, caller, { recording_id: body.recording_id }, budget());
    const accepted =
      held !== null && held.status !== 'FAILED'
        ? held
        : await store(body, category, { messaging, caller, budget });
    return reply.code(202).send({ call_event_id: accepted.call_event_id, status: 'QUEUED' });
  });
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
