import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { decodeRecording } from '../../src/audio/decode-recording.ts';
import { frameLevels, SILENCE_DB, speechLevel } from '../../src/audio/frame-levels.ts';
import { sniffFormat } from '../../src/audio/sniff-format.ts';
import { splitTracks } from '../../src/audio/split-tracks.ts';
import { amrIn3gp } from '../fixtures/amr-in-3gp.ts';
import { convert, INTRODUCTION, sampleCall } from '../fixtures/sample-call.ts';

const { signal } = new AbortController();
const onProgress = () => {};

async function decoded(folder: string, file: string) {
  const format = await sniffFormat(file);
  return decodeRecording({ file, format, folder, signal, onProgress });
}

const mono = ['-ac', '1'];
for (const [name, ...options] of [
  ['mulaw.wav', '-c:a', 'pcm_mulaw'],
  ['alaw.wav', '-c:a', 'pcm_alaw'],
  ['ima.wav', '-c:a', 'adpcm_ima_wav'],
  ['ms.wav', '-c:a', 'adpcm_ms'],
  ['gsm.wav', '-c:a', 'libgsm_ms', ...mono],
  ['g723.wav', '-c:a', 'g723_1', '-b:a', '6300', ...mono],
  ['g726.wav', '-c:a', 'g726', ...mono],
  ['speex.ogg', '-c:a', 'libspeex', ...mono],
  ['opus.ogg', '-c:a', 'libopus', '-b:a', '32k', '-application', 'voip'],
  ['low.mp3', '-b:a', '16k'],
  ['voice.m4a', '-c:a', 'aac', '-b:a', '24k'],
] as const) {
  t.test(`${name} of a telephone line is decoded, and speech is found in it`, async (t) => {
    const folder = t.testdir({});
    const all = ['-ar', '8000', ...options];
    const file = await sampleCall(folder, name, { spans: INTRODUCTION, options: all });
    const recording = await decoded(folder, file);
    t.ok(Math.abs(recording.durationSeconds - 5.5) < 0.3, `${recording.durationSeconds} s`);
    const isMono = all.includes('-ac');
    const { layout, tracks } = await splitTracks(recording, { step: onProgress });
    t.equal(layout, isMono ? 'mono' : 'dual');
    const seconds = tracks.flatMap(({ regions }) =>
      regions.map((region) => region.endTime - region.startTime),
    );
    const total = seconds.reduce((sum, length) => sum + length, 0);
    t.ok(total > 4.5 && total < 6.5, `${total} s of speech`);
  });
}

t.test(
  'AMR is decoded, narrow and wide, of which there is no encoder here: frames of random bits',
  async (t) => {
    const folder = t.testdir({});
    // Header of a frame at the highest rate, and its length, by RFC 4867.
    for (const [magic, header, length, rate] of [
      ['#!AMR\n', 0x3c, 32, 8_000],
      ['#!AMR-WB\n', 0x44, 61, 16_000],
    ] as const) {
      let state = 1;
      const frames = Array.from({ length: 100 }, () => {
        const frame = Buffer.alloc(length, header);
        for (let at = 1; at < length; at += 1) {
          state = (state * 48_271) % 2_147_483_647;
          frame[at] = state & 0xff;
        }
        return frame;
      });
      const file = join(folder, `call-${rate}.amr`);
      await writeFile(file, Buffer.concat([Buffer.from(magic, 'latin1'), ...frames]));
      const recording = await decoded(folder, file);
      t.equal(recording.sourceSampleRate, rate);
      t.ok(Math.abs(recording.durationSeconds - 2) < 0.1, `${recording.durationSeconds} s`);
      t.ok(speechLevel(await frameLevels(recording.channels[0], onProgress)) > SILENCE_DB);
    }
  },
);

/** A second of random bits, a pause in which a description of the noise comes every eighth frame, and another second. */
function framesAround(pauseSeconds: number): Buffer[] {
  const spoken = Array.from({ length: 50 }, (_, frame) =>
    Buffer.from([0x3c, ...Array.from({ length: 31 }, (_, at) => ((frame * 31 + at) * 48_271) & 0xff)]),
  );
  const noise = Buffer.from([0x44, 1, 2, 3, 4, 5]);
  const pause = Array.from({ length: 50 * pauseSeconds }, (_, frame) =>
    frame % 8 === 0 ? noise : Buffer.from([0x7c]),
  );
  return [...spoken, ...pause, ...spoken];
}

const bareAmr = (frames: readonly Buffer[]) => Buffer.concat([Buffer.from('#!AMR\n', 'latin1'), ...frames]);

for (const pauseSeconds of [2, 10]) {
  const frames = framesAround(pauseSeconds);
  /** Each writes the call as a phone does. */
  const ways = {
    'a bare AMR file': async (folder: string) => {
      const file = join(folder, 'call.amr');
      await writeFile(file, bareAmr(frames));
      return file;
    },
    '3GP with a frame in each sample': async (folder: string) => {
      const file = join(folder, 'call.3gp');
      await writeFile(file, amrIn3gp(frames, 1));
      return file;
    },
    '3GP with ten frames in each sample': async (folder: string) => {
      const file = join(folder, 'call.3gp');
      await writeFile(file, amrIn3gp(frames, 10));
      return file;
    },
    '3GP that has no sample for the pause': async (folder: string) => {
      const bare = join(folder, 'bare.amr');
      await writeFile(bare, bareAmr(frames));
      const dropped = `noise=drop=between(n\\,50\\,${49 + 50 * pauseSeconds})`;
      return convert(folder, 'call.3gp', '-i', bare, '-c:a', 'copy', '-bsf:a', dropped);
    },
  };
  for (const [about, write] of Object.entries(ways)) {
    t.test(`${pauseSeconds} s that a phone does not send are silence in ${about}`, async (t) => {
      const folder = t.testdir({});
      const { channels, durationSeconds } = await decoded(folder, await write(folder));
      t.ok(Math.abs(durationSeconds - pauseSeconds - 2) < 0.2, `${durationSeconds} s`);
      const levels = await frameLevels(channels[0], onProgress);
      const middle = levels.subarray(Math.round(levels.length * 0.4), Math.round(levels.length * 0.6));
      t.ok(middle.every((level) => level <= SILENCE_DB));
      const [first, last] = [
        levels.subarray(20, 80),
        levels.subarray(levels.length - 80, levels.length - 20),
      ];
      t.ok(speechLevel(first) > SILENCE_DB && speechLevel(last) > SILENCE_DB, 'all of what is said is there');
      t.ok(levels.filter((level) => level > SILENCE_DB).length > 170, 'two seconds of it');
    });
  }
}

for (const [about, filter] of [
  ['is clipped', 'volume=24dB'],
  ['has a hum of 50 Hz', 'aeval=val(0)+0.1*sin(2*PI*50*t)|val(1)+0.1*sin(2*PI*50*t):c=same'],
  ['has one speaker 20 dB quieter', 'pan=stereo|c0=c0|c1=0.1*c1'],
] as const) {
  t.test(`a call that ${about} has both speakers where they speak`, async (t) => {
    const folder = t.testdir({});
    const options = ['-ar', '8000', '-c:a', 'pcm_alaw'];
    const file = await sampleCall(folder, 'call.wav', { spans: INTRODUCTION, filter, options });
    const { layout, tracks } = await splitTracks(await decoded(folder, file), { step: onProgress });
    t.equal(layout, 'dual');
    const [agent, contact] = tracks.map(({ regions }) => regions);
    t.ok((agent?.at(-1)?.endTime ?? 9) < 4.3, JSON.stringify(agent));
    t.ok((contact?.[0]?.startTime ?? 0) > 3.5, JSON.stringify(contact));
  });
}

t.test('ringing before a call does not hide who speaks in it', async (t) => {
  const folder = t.testdir({});
  const call = await sampleCall(folder, 'call.wav', { spans: INTRODUCTION });
  const ring = 'aevalsrc=0.1*(sin(880*PI*t)+sin(960*PI*t))*lt(mod(t\\,6)\\,2):c=stereo:s=16000:d=8[ring]';
  const graph = `${ring};[0:a]aresample=16000[call];[ring][call]concat=n=2:v=0:a=1`;
  const file = await convert(folder, 'ring.wav', '-i', call, '-filter_complex', graph);
  const { tracks } = await splitTracks(await decoded(folder, file), { step: onProgress });
  t.ok(tracks.some(({ regions }) => regions.some(({ startTime, endTime }) => startTime < 9 && endTime > 11)));
});
