import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { decodeRecording } from '../src/audio/decode-recording.ts';
import { isPermanent } from './fixtures/failures.ts';
import { convert, saidBy, sampleCall, transcribe } from './fixtures/sample-call.ts';
import { until } from './fixtures/until.ts';

t.test('a recording that was cut off counts for as far as it goes', async (t) => {
  const folder = t.testdir({});
  const whole = await readFile(await sampleCall(folder, 'whole.mp3', { options: ['-b:a', '96k'] }));
  const cut = join(folder, 'cut.mp3');
  await writeFile(cut, whole.subarray(0, Math.floor(whole.length * 0.7)));
  const transcript = await transcribe(folder, cut);
  t.match(saidBy(transcript, 'agent'), /David Miller/);
  t.ok(transcript.duration_seconds < 2.3);
});

t.test('a recording longer than the limit is refused', async (t) => {
  const folder = t.testdir({});
  const file = await convert(folder, 'long.flac', ...tone(8));
  const { signal } = new AbortController();
  const options = { file, format: 'flac', folder, signal, onProgress: () => {} } as const;
  const error = await decodeRecording({ ...options, maxSeconds: 4 }).catch((error: unknown) => error);
  isPermanent(t, error as Error, 'audio_too_long');
  t.equal((await decodeRecording({ ...options, maxSeconds: 8 })).durationSeconds, 8);
});

t.test('giving up ends an engine that would not end by itself', async (t) => {
  const folder = t.testdir({});
  const file = await sampleCall(folder, 'call.flac');
  const stop = new AbortController();
  const reason = new Error('closing');
  const running = t.rejects(transcribe(folder, file, { signal: stop.signal }), reason);
  let engines: number[] = [];
  await until(async () => {
    engines = await runningEngines(folder);
    return engines.length > 0;
  });
  t.teardown(() => {
    for (const pid of engines) signalIfAlive(pid, 'SIGKILL');
  });
  for (const pid of engines) process.kill(pid, 'SIGSTOP');
  stop.abort(reason);
  await running;
  t.same(await processesNaming(folder), []);
});

function tone(seconds: number): string[] {
  return ['-f', 'lavfi', '-i', 'sine=f=440:r=16000', '-t', String(seconds)];
}

async function runningEngines(folder: string): Promise<number[]> {
  const processes = await processesNaming(folder);
  return processes.filter(({ args }) => args.includes('pocketsphinx')).map(({ pid }) => pid);
}

/** The processes with a file of the folder among their arguments. */
async function processesNaming(folder: string): Promise<{ pid: number; args: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(`${folder}/`))
    .map((line) => ({ pid: Number.parseInt(line, 10), args: line.replace(/^\s*\d+\s/, '') }));
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, as it should.
  }
}
