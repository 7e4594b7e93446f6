import { calls } from '@debrief/contracts/endpoints/calls';
import { roleplays } from '@debrief/contracts/endpoints/roleplays';
import { getAnalysis } from '@debrief/contracts/operations/coaching';
import { getAnalysisHead } from '@debrief/contracts/operations/ingest';
import type { RecordingKind } from '@debrief/contracts/resources/call';
import { type Route, route } from './route.ts';

export const getCallAnalysis = analysisRoute(calls.getCallAnalysis, 'call');
export const getRoleplayAnalysis = analysisRoute(roleplays.getRoleplayAnalysis, 'roleplay');

/**
 * What a client polls: ingest knows how far the recording is; once it is complete, coaching's sub-objects follow
 * that head as the bytes they came in.
 */
function analysisRoute(
  endpoint: typeof calls.getCallAnalysis | typeof roleplays.getRoleplayAnalysis,
  kind: RecordingKind,
): Route {
  return route(endpoint, () => ({
    handle: async ({ identifier, services }) => {
      const head = await services.request(getAnalysisHead, { kind, ...identifier });
      if (head.status !== 'COMPLETED') return head;
      const body = await services.requestBytes(getAnalysis, { recording_id: head.recording_id });
      return joinObjects(JSON.stringify(head), body);
    },
  }));
}

/** `{"a":1}` and `{"b":2}` as one object, without parsing either; both have members. */
function joinObjects(head: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), body.subarray(body.indexOf('{') + 1)]);
}
