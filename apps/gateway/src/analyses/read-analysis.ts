import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { getAnalysis } from '@debrief/contracts/operations/coaching';
import { getAnalysisHead } from '@debrief/contracts/operations/ingest';
import type { Messaging } from '@debrief/messaging/connection';
import { request as ask, requestBytes } from '@debrief/messaging/request';
import { replyBudget } from '../reply-budget.ts';

/**
 * What a client polls: ingest says how far the recording is, and once it is complete coaching's sub-objects are put
 * behind that head as the bytes they came in.
 */
export async function readAnalysis(
  messaging: Messaging,
  caller: IntegrationCaller,
  recording: InputOf<typeof getAnalysisHead>,
): Promise<unknown> {
  const budget = replyBudget();
  const head = await ask(messaging, getAnalysisHead, caller, recording, budget());
  if (head.status !== 'COMPLETED') return head;
  const input = { recording_id: head.recording_id };
  return joinObjects(
    JSON.stringify(head),
    await requestBytes(messaging, getAnalysis, caller, input, budget()),
  );
}

/** `{"a":1}` and `{"b":2}` as one object, without parsing either; both have members. */
function joinObjects(head: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), body.subarray(body.indexOf('{') + 1)]);
}
