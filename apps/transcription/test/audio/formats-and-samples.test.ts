import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatOf } from '@debrief/audio-store/audio-format';
import t from 'tap';
import { PCM_SAMPLE_RATE, pcmDuration, readBlocks, writeWindow } from '../../src/audio/pcm-file.ts';
import { sniffFormat } from '../../src/audio/sniff-format.ts';
import { RecordingFailure } from '../../src/recording-failure.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes. */
function mp3Frames(count: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

t.test('a format is known by its first bytes', async (t) => {
  t.equal(formatOf(latin1('RIFF\0\0\0\0WAVEfmt ')), 'wav');
  t.equal(formatOf(latin1('OggS\0\x02')), 'ogg');
  t.equal(formatOf(latin1('fLaC\0')), 'flac');
  t.equal(formatOf(latin1('#!AMR\n')), 'amr');
  t.equal(formatOf(latin1('#!AMR-WB\n')), 'amr');
  t.equal(formatOf(latin1('\0\0\0\x20ftypM4A ')), 'mov');
  t.equal(formatOf(latin1('ID3\x04')), 'mp3');
  t.equal(formatOf(mp3Frames(2)), 'mp3');
  t.equal(formatOf(Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0, 0])), 'aac');
});

t.test('what only resembles audio is none', async (t) => {
  t.equal(formatOf(latin1('<!doctype html><html>')), null);
  t.equal(formatOf(latin1('RIFF\0\0\0\0AVI ')), null);
  t.equal(formatOf(latin1('#EXTM3U\nhttp://169.254.169.254/')), null);
  t.equal(formatOf(mp3Frames(1)), null, 'one sync word is chance');
  t.equal(formatOf(Buffer.alloc(4096)), null);
  t.equal(formatOf(Buffer.alloc(0)), null);
});

t.test('an empty file and a page end the recording with their reasons', async (t) => {
  const folder = t.testdir({});
  for (const [content, code] of [
    ['', 'audio_empty'],
    ['<html></html>', 'audio_unsupported'],
  ] as const) {
    const file = join(folder, code);
    await writeFile(file, content);
    await t.rejects(sniffFormat(file), RecordingFailure);
    await sniffFormat(file).catch((error: RecordingFailure) => t.equal(error.failure.code, code));
  }
});

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

t.test('a window of telephone audio has what is below 4 kHz above it too, fainter', async (t) => {
  const folder = t.testdir({});
  const source = join(folder, 'tone.wav');
  const seconds = 1;
  const samples = Int16Array.from({ length: PCM_SAMPLE_RATE * seconds }, (_, at) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * 3_000 * at) / PCM_SAMPLE_RATE)),
  );
  await writeFile(source, Buffer.concat([Buffer.alloc(44), Buffer.from(samples.buffer)]));
  const level = async (hertz: number, mirrors: boolean) => {
    const file = join(folder, 'window.wav');
    const all = { startTime: 0, endTime: seconds };
    await writeWindow(source, file, all, [all], { mirrors });
    const bytes = (await readFile(file)).subarray(44);
    let [real, imaginary] = [0, 0];
    for (let at = 0; at < PCM_SAMPLE_RATE; at += 1) {
      const turn = (2 * Math.PI * hertz * at) / PCM_SAMPLE_RATE;
      real += bytes.readInt16LE(at * 2) * Math.cos(turn);
      imaginary += bytes.readInt16LE(at * 2) * Math.sin(turn);
    }
    return (2 * Math.hypot(real, imaginary)) / PCM_SAMPLE_RATE;
  };
  t.ok((await level(5_000, false)) < 10);
  const [below, above] = [await level(3_000, true), await level(5_000, true)];
  t.ok(below > 5_000, `${below}`);
  t.ok(above > 1_000 && above < below, `${above}`);
});
