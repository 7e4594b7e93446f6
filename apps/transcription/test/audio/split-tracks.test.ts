import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { decodeRecording } from '../../src/audio/decode-recording.ts';
import { PCM_SAMPLE_RATE, wavHeader } from '../../src/audio/pcm-file.ts';
import { sniffFormat } from '../../src/audio/sniff-format.ts';
import { splitTracks } from '../../src/audio/split-tracks.ts';
import { convert, INTRODUCTION, sampleCall } from '../fixtures/sample-call.ts';

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
  return { ...decoded, ...(await splitTracks(decoded, { step: onProgress })) };
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

for (const [name, filter] of [
  ['turned round', 'pan=stereo|c0=c0+c1|c1=-1*c0-1*c1'],
  ['a few milliseconds late', 'pan=stereo|c0=c0+c1|c1=c0+c1,adelay=0|7'],
] as const) {
  t.test(`two channels are one track where one is the other ${name}`, async (t) => {
    const folder = t.testdir({});
    const file = await sampleCall(folder, 'call.flac', { spans: INTRODUCTION, filter });
    const { layout, tracks } = await tracksOf(folder, file);
    t.equal(layout, 'mono');
    t.equal(tracks.length, 1);
  });
}

for (const decibels of [-12, -16, -20, -25]) {
  t.test(`what leaks into the other channel at ${decibels} dB is on no track twice`, async (t) => {
    const folder = t.testdir({});
    const leak = 10 ** (decibels / 20);
    const filter = `pan=stereo|c0=c0+${leak}*c1|c1=c1+${leak}*c0`;
    const file = await sampleCall(folder, 'call.flac', { spans: INTRODUCTION, filter });
    const { layout, tracks } = await tracksOf(folder, file);
    t.equal(layout, 'dual');
    const [agent, contact] = tracks.map(({ regions }) => regions);
    // The agent speaks first, until 3.85 s.
    t.ok(
      agent?.every(({ endTime }) => endTime < 4.2),
      JSON.stringify(agent),
    );
    t.ok(
      contact?.every(({ startTime }) => startTime > 3.5),
      JSON.stringify(contact),
    );
  });
}

t.test('an echo that comes later is not the speech of the one who hears it', async (t) => {
  const folder = t.testdir({});
  const filter =
    '[0:a]asplit[a][b];[b]adelay=120|120,pan=stereo|c0=0.1*c1|c1=0.1*c0[echo];[a][echo]amix=normalize=0:duration=first';
  const plain = await sampleCall(folder, 'plain.flac', { spans: INTRODUCTION });
  const file = await convert(folder, 'call.flac', '-i', plain, '-filter_complex', filter);
  const { layout, tracks } = await tracksOf(folder, file);
  t.equal(layout, 'dual');
  t.ok(
    tracks[1]?.regions.every(({ startTime }) => startTime > 3.5),
    JSON.stringify(tracks[1]?.regions),
  );
});

t.test('people in the room of one are not that one while the other speaks', async (t) => {
  const folder = t.testdir({});
  const seconds = 30;
  const speaks = [(at: number) => at % 10 < 5, (at: number) => at % 10 >= 5] as const;
  const files = await Promise.all(
    speaks.map(async (isSpeaking, side) => {
      let state = side + 1;
      const random = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      };
      // Syllables of one near by, and of three who are 15 dB quieter.
      const voice = (at: number, pace: number) => (random() - 0.5) * Math.sin(Math.PI * pace * at) ** 2;
      const samples = Int16Array.from({ length: seconds * PCM_SAMPLE_RATE }, (_, index) => {
        const at = index / PCM_SAMPLE_RATE;
        const room = [3.1, 4.3, 5.2].reduce((sum, pace) => {
          return sum + ((at * pace) % 7 < 3 ? voice(at, pace) : 0);
        }, 0);
        return 8_000 * ((isSpeaking(at) ? voice(at, 4) : 0) + 0.1 * room);
      });
      const file = join(folder, `${side}.wav`);
      await writeFile(file, Buffer.concat([wavHeader(samples.byteLength), Buffer.from(samples.buffer)]));
      return file;
    }),
  );
  const channels = files as [string, string];
  const decoded = { channels, durationSeconds: seconds, sourceSampleRate: PCM_SAMPLE_RATE };
  const { layout, tracks } = await splitTracks(decoded, { step: () => {} });
  t.equal(layout, 'dual');
  for (const [side, { regions }] of tracks.entries()) {
    let [own, others] = [0, 0];
    for (const { startTime, endTime } of regions)
      for (let at = startTime; at < endTime; at += 0.01) {
        if (speaks[side]?.(at) === true) own += 0.01;
        else others += 0.01;
      }
    t.ok(own > 14, `${own} of 15 s`);
    t.ok(others < 3, `${others} s of the room`);
  }
});
