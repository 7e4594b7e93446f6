import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { PCM_SAMPLE_RATE, pcmDuration, readBlocks, writeWindow } from '../../src/audio/pcm-file.ts';

/** Three seconds in which every sample is the number of its tenth of a second, from 1. */
async function countingWav(folder: string): Promise<string> {
  const file = join(folder, 'count.wav');
  const samples = Int16Array.from(
    { length: 3 * PCM_SAMPLE_RATE },
    (_, index) => Math.floor(index / 1600) + 1,
  );
  await writeFile(file, Buffer.concat([Buffer.alloc(44), Buffer.from(samples.buffer)]));
  return file;
}

/** One sample from the middle of each tenth of a second. */
async function tenths(file: string): Promise<number[]> {
  const samples: number[] = [];
  for await (const block of readBlocks(file, 160)) samples.push(...block);
  return samples.filter((_, index) => index % 1600 === 800);
}

t.test('a window is a WAV of its own with the sound of its stretch', async (t) => {
  const folder = t.testdir({});
  const window = { startTime: 1, endTime: 1.5 };
  const file = join(folder, 'window.wav');
  await writeWindow(await countingWav(folder), file, window, [{ startTime: 0, endTime: 3 }]);
  t.equal((await readFile(file)).toString('latin1', 0, 4), 'RIFF');
  t.equal(await pcmDuration(file), 0.5);
  t.strictSame(await tenths(file), [11, 12, 13, 14, 15]);
});

t.test('wherever nobody speaks a window is silent', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'window.wav');
  await writeWindow(await countingWav(folder), file, { startTime: 1, endTime: 2 }, [
    { startTime: 0, endTime: 0.5 },
    { startTime: 0.9, endTime: 1.2 },
    { startTime: 1.4, endTime: 1.6 },
    { startTime: 2.5, endTime: 3 },
  ]);
  t.strictSame(await tenths(file), [11, 12, 0, 0, 15, 16, 0, 0, 0, 0]);
});

t.test('a window past the end is as long as there is sound', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'window.wav');
  await writeWindow(await countingWav(folder), file, { startTime: 2.8, endTime: 4 }, [
    { startTime: 0, endTime: 9 },
  ]);
  t.strictSame(await tenths(file), [29, 30]);
  t.equal(await pcmDuration(join(folder, 'none.wav')), 0);
});
