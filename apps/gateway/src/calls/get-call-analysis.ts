import { getAnalysis } from '@debrief/contracts/operations/coaching';
import { getAnalysisHead } from '@debrief/contracts/operations/ingest';
import { request as ask, requestBytes } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import type { Parts } from '../parts.ts';
import { replyBudget } from '../reply-budget.ts';
import { callIdentifier, identifierParams } from './call-identifier.ts';

/**
 * What a client polls: ingest says how far the recording is, and once it is complete coaching's sub-objects are put
 * behind that head as the bytes they came in.
 */
export function getCallAnalysis(gateway: Gateway, { messaging }: Parts): void {
  gateway.get(
    '/calls/:identifier/analysis',
    { schema: { params: identifierParams } },
    async (request, reply) => {
      const identifier = callIdentifier(request.params.identifier);
      const budget = replyBudget();
      const head = await ask(messaging, getAnalysisHead, request.caller, identifier, budget());
      if (head.status !== 'COMPLETED') return head;
      const input = { recording_id: head.recording_id };
      const body = await requestBytes(messaging, getAnalysis, request.caller, input, budget());
      return reply.type('application/json; charset=utf-8').send(joinObjects(JSON.stringify(head), body));
    },
  );
}

/** `{"a":1}` and `{"b":2}` as one object, without parsing either; both have members. */
function joinObjects(head: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), body.subarray(body.indexOf('{') + 1)]);
}
