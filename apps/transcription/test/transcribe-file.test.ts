import t from 'tap';
import {
  assertWhoSaidWhat,
  convert,
  INTRODUCTION,
  saidBy,
  sampleCall,
  transcribe,
} from './fixtures/sample-call.ts';

t.test('the agent is known by what is said, on whichever channel', async (t) => {
  const folder = t.testdir({});
  const swapped = await sampleCall(folder, 'call.flac', { filter: 'pan=stereo|c0=c1|c1=c0' });
  const transcript = await transcribe(folder, swapped);
  t.equal(transcript.speakers.method, 'introduction');
  assertWhoSaidWhat(t, transcript);
});

t.test('the speakers of one channel are separated by their voices', async (t) => {
  const folder = t.testdir({});
  const options = { spans: INTRODUCTION, filter: 'pan=mono|c0=c0+c1' };
  const transcript = await transcribe(folder, await sampleCall(folder, 'call.flac', options));
  t.equal(transcript.channels, 'mono');
  assertWhoSaidWhat(t, transcript);
});

t.test('two channels with the same sound are one', async (t) => {
  const folder = t.testdir({});
  const filter = 'pan=stereo|c0=c0+c1|c1=0.7*c0+0.7*c1';
  const transcript = await transcribe(folder, await sampleCall(folder, 'call.flac', { filter }));
  t.equal(transcript.channels, 'mono');
  t.equal(saidBy(transcript, 'agent').match(/David Miller/g)?.length, 1);
});

t.test('the same bytes give the same transcript, and progress only grows', async (t) => {
  const folder = t.testdir({});
  const file = await sampleCall(folder, 'call.flac');
  const shares: number[] = [];
  const first = await transcribe(folder, file, { onProgress: (share) => shares.push(share) });
  t.equal(JSON.stringify(await transcribe(folder, file)), JSON.stringify(first));
  t.same(
    shares,
    [...shares].sort((one, other) => one - other),
  );
  t.equal(shares.at(-1), 1);
  const times = first.segments.flatMap(({ start_time, end_time }) => [start_time, end_time]);
  t.ok(times.every((time) => Math.round(time * 100) / 100 === time));
});

t.test('a recording in which nobody speaks has no segments', async (t) => {
  const folder = t.testdir({});
  for (const [name, source] of [
    ['silence.wav', 'anullsrc=r=16000:cl=stereo'],
    ['hiss.mp3', 'anoisesrc=r=16000:a=0.01:seed=1'],
  ] as const) {
    const file = await convert(folder, name, '-f', 'lavfi', '-i', source, '-t', '2');
    const transcript = await transcribe(folder, file);
    t.same(transcript.segments, [], name);
    t.ok(transcript.duration_seconds > 1.9);
  }
});
