import t from 'tap';
import { assertWhoSaidWhat, convert, opening, saidBy, transcribe } from './fixtures/sample-call.ts';

t.test('the agent is known by what is said, on whichever channel', async (t) => {
  const folder = t.testdir({});
  const swapped = await opening(folder, 'call.flac', 'pan=stereo|c0=c1|c1=c0');
  const transcript = await transcribe(folder, swapped);
  t.equal(transcript.speakers.method, 'introduction');
  assertWhoSaidWhat(t, transcript);
});

t.test('one channel with both speakers is told apart by their voices', async (t) => {
  const folder = t.testdir({});
  const transcript = await transcribe(folder, await opening(folder, 'call.flac', 'pan=mono|c0=c0+c1'));
  t.equal(transcript.channels, 'mono');
  assertWhoSaidWhat(t, transcript);
});

t.test('two channels with the same sound are one', async (t) => {
  const folder = t.testdir({});
  const same = 'pan=stereo|c0=c0+c1|c1=0.7*c0+0.7*c1';
  const transcript = await transcribe(folder, await opening(folder, 'call.flac', same));
  t.equal(transcript.channels, 'mono');
  t.equal(saidBy(transcript, 'agent').match(/sunrise energy/g)?.length, 1);
});

t.test('the same bytes give the same transcript, and progress only grows', async (t) => {
  const folder = t.testdir({});
  const file = await opening(folder, 'call.flac');
  const told: number[] = [];
  const first = await transcribe(folder, file, { onProgress: (share) => told.push(share) });
  t.equal(JSON.stringify(await transcribe(folder, file)), JSON.stringify(first));
  t.same(
    told,
    [...told].sort((one, other) => one - other),
  );
  t.equal(told.at(-1), 1);
  const times = first.segments.flatMap(({ start_time, end_time }) => [start_time, end_time]);
  t.ok(times.every((time) => Math.round(time * 100) / 100 === time));
});

t.test('a recording in which nobody speaks has no segments', async (t) => {
  const folder = t.testdir({});
  for (const [name, source] of [
    ['silence.wav', 'anullsrc=r=16000:cl=stereo'],
    ['hiss.mp3', 'anoisesrc=r=16000:a=0.01:seed=1'],
  ] as const) {
    const file = await convert(folder, name, '-f', 'lavfi', '-i', source, '-t', '5');
    const transcript = await transcribe(folder, file);
    t.same(transcript.segments, [], name);
    t.ok(transcript.duration_seconds > 4.9);
  }
});
