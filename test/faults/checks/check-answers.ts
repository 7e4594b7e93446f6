import { analysisPath, callPath, type Load, type Recording } from '../load/load.ts';
import type { BaseStack, Tenant } from '../stack/stack.ts';

/** I1, I3 and I5 as clients see them. @returns what is broken. */
export async function checkAnswers(stack: BaseStack, load: Load, stop: AbortSignal): Promise<string[]> {
  const broken = new Set<string>();
  const accepted = load.recordings.filter(({ callEventId }) => callEventId !== null);
  for (const { status, end, errorCode } of accepted) {
    if (status !== 'COMPLETED' && status !== 'FAILED') broken.add(`I1: a recording is still ${status}`);
    else if (end !== 'either' && status !== end) {
      broken.add(`a recording is ${status}${errorCode === null ? '' : ` (${errorCode})`} and not ${end}`);
    }
  }
  const ask = (tenant: Tenant, path: string) => load.client.insist(() => load.client.get(tenant, path), stop);
  for (const recording of accepted) {
    const call = await ask(recording.tenant, callPath(recording));
    if (call.status !== 200 || !JSON.stringify(call.body).includes(recording.recordingId)) {
      broken.add(`I3: an accepted call is answered ${call.status}`);
    }
    if (recording.status !== 'COMPLETED') continue;
    const transcript = await ask(recording.tenant, `${callPath(recording)}/transcript`);
    if (transcript.status !== 200) broken.add(`I3: a finished transcript is answered ${transcript.status}`);
  }
  for (const fault of await strangers(stack, accepted, ask)) broken.add(fault);
  return [...broken];
}

type Ask = (tenant: Tenant, path: string) => Promise<{ status: number; body: { data?: unknown[] } }>;

/** What one tenant sees of another. */
async function strangers(stack: BaseStack, accepted: readonly Recording[], ask: Ask): Promise<string[]> {
  const broken: string[] = [];
  for (const tenant of stack.tenants) {
    const others = accepted.filter((recording) => recording.tenant !== tenant);
    const other = others[0];
    if (other === undefined) continue;
    const foreign = await ask(tenant, analysisPath(other));
    if (foreign.status !== 404) broken.push(`I5: another tenant's analysis is answered ${foreign.status}`);
    const list = JSON.stringify((await ask(tenant, '/calls?limit=100')).body);
    if (others.some(({ recordingId }) => list.includes(recordingId))) {
      broken.push("I5: a list holds another tenant's call");
    }
  }
  return broken;
}
