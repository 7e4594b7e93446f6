import { runDemo } from '../demo/run-demo.ts';

/** What follows once everything is up: the demo, and what to try next. A fault here leaves Debrief running. */
export async function afterReady(o: {
  baseUrl: string;
  natsUrl: string;
  dataDir: string;
  demo: boolean;
  stop: AbortSignal;
  say: (line: string) => void;
}): Promise<void> {
  if (o.demo) {
    try {
      const write = (text: string): void => void process.stdout.write(text);
      const { key, callEventId } = await runDemo({ ...o, write, signal: o.stop });
      o.say(`\nRead-write key: ${key}`);
      const path = callEventId === null ? 'calls' : `calls/call_event_id:${callEventId}/analysis`;
      o.say(`Try:            curl -H 'Authorization: Bearer ${key}' ${o.baseUrl}/${path}\n`);
    } catch (error) {
      if (o.stop.aborted) return;
      o.say(`The demo did not work: ${(error as Error).message}`);
    }
  }
  o.say('Ctrl-C stops Debrief.');
}
