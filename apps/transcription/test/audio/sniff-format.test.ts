import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { formatOf, sniffFormat } from '../../src/audio/sniff-format.ts';
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
