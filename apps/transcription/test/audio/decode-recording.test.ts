import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { decodeRecording } from '../../src/audio/decode-recording.ts';
import { isTransient } from '../fixtures/failures.ts';
import { convert } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';

const { signal } = new AbortController();
const options = { signal, onProgress: () => {} };

t.test('a decoder that somebody else kills has decoded nothing, and another try may', async (t) => {
  const folder = t.testdir({});
  const tone = ['-f', 'lavfi', '-i', 'sine=f=440:r=16000', '-t', '3600'];
  const file = await convert(folder, 'tone.flac', ...tone);
  const output = join(folder, 'channel-0.wav');
  const decoding = decodeRecording({ ...options, file, format: 'flac', folder }).catch((error) => error);
  await until(async () => ((await stat(output).catch(() => null))?.size ?? 0) > 100_000);
  process.kill(await decoderOf(output), 'SIGKILL');
  isTransient(t, await decoding, 'internal');
});

t.test('a decoder that does not end in time may in another try', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'endless.wav');
  await promisify(execFile)('mkfifo', [file]);
  const limits = { timeoutMs: 500, cpuSeconds: 60, memoryBytes: 1024 ** 3 };
  const decoding = decodeRecording({ ...options, file, format: 'wav', folder, limits });
  isTransient(t, (await decoding.catch((error) => error)) as Error, 'timed_out');
});

/** The process that writes a file. */
async function decoderOf(output: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  const line = stdout.split('\n').find((line) => line.endsWith(` ${output}`)) ?? '';
  const pid = Number.parseInt(line, 10);
  if (!(pid > 0)) throw new Error('nothing writes it');
  return pid;
}
