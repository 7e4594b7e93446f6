import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../src/run-command.ts';

/**
 * A process that runs the commands its parent sends, one after the other, and answers what each printed and how it ended:
 * a process for each would compute ten times as long for its start as for the command.
 */
export interface Order {
  args: string[];
  /** Settings in its environment. */
  env: NodeJS.ProcessEnv;
}

export interface Ended {
  stdout: string;
  stderr: string;
  status: number;
}

const POLL_MS = 2;
let last = Promise.resolve();
process.on('message', (order: Order) => {
  last = last.then(() => run(order)).then((ended) => void process.send?.(ended));
});

async function run({ args, env }: Order): Promise<Ended> {
  const before = { ...process.env };
  const running = await countRunning();
  const written = [process.stdout, process.stderr].map(capture);
  Object.assign(process.env, env);
  process.exitCode = undefined;
  await runCommand(args);
  // A process would end no sooner.
  while ((await countRunning()) > running);
  const status = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  for (const name of Object.keys(env)) delete process.env[name];
  Object.assign(process.env, before);
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  const [stdout = '', stderr = ''] = written.map((end) => end());
  return { stdout, stderr, status };
}

/** What keeps a process from ending. */
async function countRunning(): Promise<number> {
  await sleep(POLL_MS);
  return process.getActiveResourcesInfo().length;
}

/** @returns what ends it and answers what was written. */
function capture(stream: NodeJS.WriteStream): () => string {
  const { write } = stream;
  let text = '';
  stream.write = ((chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  }) as typeof write;
  return () => {
    stream.write = write;
    return text;
  };
}
