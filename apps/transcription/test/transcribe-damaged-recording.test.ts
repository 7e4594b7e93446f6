import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { decodeRecording } from '../src/audio/decode-recording.ts';
import { RecordingFailure } from '../src/recording-failure.ts';
import { isPermanent } from './fixtures/failures.ts';
import { convert, saidBy, sampleCall, transcribe } from './fixtures/sample-call.ts';
import { until } from './fixtures/until.ts';

/** The code a file's transcription ends with; `transcribed` when it does not fail. */
async function outcomeOf(folder: string, file: string): Promise<string> {
  try {
    await transcribe(folder, file);
    return 'transcribed';
  } catch (error) {
    if (error instanceof RecordingFailure) return error.failure.code;
    throw error;
  }
}

async function written(folder: string, name: string, ...parts: (Buffer | string)[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, Buffer.concat(parts.map((part) => Buffer.from(part))));
  return file;
}

/** The same bytes each time, like nothing a decoder knows. */
const noise = Buffer.from(
  Array.from({ length: 50_000 }, (_, index) => (Math.imul(index + 7, 2_654_435_761) >>> 13) & 255),
);

t.test('what is not audio ends with its reason', async (t) => {
  const folder = t.testdir({});
  const codes = async (name: string, ...parts: (Buffer | string)[]) =>
    outcomeOf(folder, await written(folder, name, ...parts));
  t.equal(await codes('empty.mp3'), 'audio_empty');
  t.equal(await codes('page.mp3', '<!doctype html><title>Sign in</title>'), 'audio_unsupported');
  t.equal(await codes('noise.mp3', noise), 'audio_unsupported');
});

t.test('what only begins like audio is damaged', async (t) => {
  const folder = t.testdir({});
  const codes = async (name: string, ...parts: (Buffer | string)[]) =>
    outcomeOf(folder, await written(folder, name, ...parts));
  t.equal(await codes('tagged.mp3', 'ID3\x04\0\0\0\0\0\0', noise), 'audio_undecodable');
  t.equal(await codes('headed.wav', 'RIFF\0\0\0\0WAVE', noise), 'audio_undecodable');
  t.equal(await codes('paged.ogg', 'OggS', noise), 'audio_undecodable');
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:d=1', '-c:v', 'mpeg4'];
  t.equal(await outcomeOf(folder, await convert(folder, 'silent.mp4', ...picture)), 'audio_undecodable');
});

t.test('a recording that was cut off counts for as far as it goes', async (t) => {
  const folder = t.testdir({});
  const whole = await readFile(await sampleCall(folder, 'whole.mp3', { options: ['-b:a', '96k'] }));
  const cut = await written(folder, 'cut.mp3', whole.subarray(0, Math.floor(whole.length * 0.7)));
  const transcript = await transcribe(folder, cut);
  t.match(saidBy(transcript, 'agent'), /David Miller/);
  t.ok(transcript.duration_seconds < 2.3);
});

t.test('an M4A that lost its index, which stands at its end, is damaged', async (t) => {
  const folder = t.testdir({});
  const whole = await readFile(await sampleCall(folder, 'whole.m4a'));
  const cut = await written(folder, 'cut.m4a', whole.subarray(0, Math.floor(whole.length * 0.8)));
  t.equal(await outcomeOf(folder, cut), 'audio_undecodable');
});

/** Nothing to recognise. */
const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=16000', '-t', '2'];

t.test('the audio counts, and not what a header promises', async (t) => {
  const folder = t.testdir({});
  const bytes = await readFile(await convert(folder, 'silence.wav', ...silence));
  bytes.writeUInt32LE(0xffff_ffff, 4);
  bytes.writeUInt32LE(0xffff_ffff, bytes.indexOf('data') + 4);
  const transcript = await transcribe(folder, await written(folder, 'endless.wav', bytes));
  t.equal(transcript.duration_seconds, 2);
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
