import t from 'tap';
import { decodeRecording } from '../../src/audio/decode-recording.ts';
import { sniffFormat } from '../../src/audio/sniff-format.ts';
import { splitTracks } from '../../src/audio/split-tracks.ts';
import { sampleCall } from '../fixtures/sample-call.ts';

async function tracksOf(folder: string, file: string) {
  const { signal } = new AbortController();
  const onProgress = () => {};
  const decoded = await decodeRecording({
    file,
    format: await sniffFormat(file),
    folder,
    signal,
    onProgress,
  });
  return { ...decoded, ...(await splitTracks(decoded, onProgress)) };
}

for (const [name, ...options] of [
  ['call.wav'],
  ['call.mp3', '-b:a', '96k'],
  ['call.m4a', '-b:a', '96k'],
  ['call.ogg', '-c:a', 'libvorbis', '-q:a', '5'],
] as const) {
  t.test(`${name} has each speaker's speech on a track of its own`, async (t) => {
    const folder = t.testdir({});
    const file = await sampleCall(folder, name, { options });
    const { durationSeconds, layout, tracks } = await tracksOf(folder, file);
    t.ok(Math.abs(durationSeconds - 2.84) < 0.2, `${durationSeconds} s`);
    t.equal(layout, 'dual');
    const speech = tracks.map(({ regions }) => regions.map(({ startTime, endTime }) => [startTime, endTime]));
    const expected = [[[0, 1.4]], [[1.3, 2.84]]];
    t.same(
      speech.map((regions) => regions.length),
      [1, 1],
    );
    for (const [index, time] of speech.flat(2).entries()) {
      t.ok(Math.abs(time - (expected.flat(2)[index] ?? 0)) < 0.2, `${time} s`);
    }
  });
}

t.test('two channels with the same sound are one track', async (t) => {
  const folder = t.testdir({});
  const filter = 'pan=stereo|c0=c0+c1|c1=0.7*c0+0.7*c1';
  const { layout, tracks } = await tracksOf(folder, await sampleCall(folder, 'call.flac', { filter }));
  t.equal(layout, 'mono');
  t.equal(tracks.length, 1);
});
