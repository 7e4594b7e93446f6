import { runDemo } from '../demo/run-demo.ts';

/**
 * Shows the sample call being coached, on the first start. A fault here is told and leaves Debrief running.
 * @returns what to try next, a line each.
 */
export async function demonstrate(o: {
  baseUrl: string;
  natsUrl: string;
  dataDir: string;
  stop: AbortSignal;
  say: (line: string) => void;
}): Promise<string[]> {
  try {
    const write = (text: string): void => void process.stdout.write(text);
    const { key, callEventId } = await runDemo({ ...o, write, signal: o.stop });
    const path = callEventId === null ? 'calls' : `calls/call_event_id:${callEventId}/analysis`;
    return [`Read-write key: ${key}`, `Try:            curl -H 'x-api-key: ${key}' ${o.baseUrl}/${path}`];
  } catch (error) {
    o.stop.throwIfAborted();
    return [`The demo did not work: ${(error as Error).message}`];
  }
}
