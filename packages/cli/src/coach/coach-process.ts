import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import type { CoachingRequest } from '@debrief/contracts/scripted-call';
import { CommandError } from '../command-error.ts';
import { projectFolder } from '../start/apps.ts';

const entry = path.join(projectFolder, 'apps/coaching/src/coach-transcripts.ts');
/** As much as an analysis thread of the service has; without a limit, garbage of thousands of calls piles up. */
const HEAP_MB = 512;
const STDERR_MAX_CHARACTERS = 4_000;

export interface CoachOptions {
  engine: string;
  /** Name or absolute path. */
  rubric?: string | undefined;
}

export interface Answer {
  request: CoachingRequest;
  /** As the coach printed it: `{ id, analysis }` or `{ id, error }`. */
  line: string;
}

/**
 * Coaches with a process of the coaching app, which needs no server. The requests are taken as fast as it works.
 * @throws CommandError when it cannot start or ends early.
 */
export async function* coach(
  requests: AsyncIterable<CoachingRequest> | Iterable<CoachingRequest>,
  { engine, rubric }: CoachOptions,
): AsyncGenerator<Answer> {
  const args = ['--engine', engine, ...(rubric === undefined ? [] : ['--rubric', rubric])];
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, entry, ...args], {
    stdio: 'pipe',
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  // It says by its exit status that it does not read on.
  child.stdin.on('error', () => {});
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_MAX_CHARACTERS);
  });
  const ended = once(child, 'close');
  ended.catch(() => {});
  const asked: CoachingRequest[] = [];
  let fault: unknown = null;
  const writing = write().catch((error: NodeJS.ErrnoException) => {
    // A child that ended early says itself why; what is wrong with the requests, nobody else does.
    if (error.code !== 'EPIPE') fault = error;
    kill();
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const request = asked.shift();
      if (request !== undefined) yield { request, line };
    }
    const [code, signal] = await ended;
    const end = `The coach ended (${signal ?? `exit status ${code}`})`;
    await writing;
    if (fault !== null) throw fault;
    if (code !== 0 || asked.length > 0) throw new CommandError(complaint.trim() || end);
  } finally {
    process.off('exit', kill);
    kill();
  }

  async function write(): Promise<void> {
    for await (const request of requests) {
      if (!child.stdin.writable) return;
      asked.push(request);
      if (!child.stdin.write(`${JSON.stringify(request)}\n`)) {
        await Promise.race([once(child.stdin, 'drain'), ended]);
      }
    }
    child.stdin.end();
  }
}

/** @throws CommandError with what the coach says. */
export function analysisOf({ line, request }: Answer): RecordingAnalysis {
  const { analysis, error } = JSON.parse(line) as { analysis?: RecordingAnalysis; error?: string };
  if (analysis === undefined) throw new CommandError(`"${request.id}" could not be coached: ${error}`);
  return analysis;
}
