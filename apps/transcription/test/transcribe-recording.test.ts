import { HeardTranscript } from '@debrief/contracts/resources/transcript';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { assertWhoSaidWhat, convert, INTRODUCTION, sampleCall, transcribe } from './fixtures/sample-call.ts';

t.test('the agent is known by what is said, on whichever channel', async (t) => {
  const folder = t.testdir({});
  const swapped = await sampleCall(folder, 'call.flac', { filter: 'pan=stereo|c0=c1|c1=c0' });
  const shares: number[] = [];
  const transcript = await transcribe(folder, swapped, { onProgress: (share) => shares.push(share) });
  t.same([...Value.Errors(HeardTranscript, transcript)], []);
  t.equal(transcript.engine.name, 'pocketsphinx');
  t.equal(transcript.channels, 'dual');
  t.equal(transcript.speakers.method, 'introduction');
  assertWhoSaidWhat(t, transcript);
  const times = transcript.segments.flatMap(({ start_time, end_time }) => [start_time, end_time]);
  t.ok(times.every((time) => Math.round(time * 100) / 100 === time));
  t.equal(transcript.punctuation, 'rules');
  for (const { text, words = [], start_time, end_time } of transcript.segments) {
    t.equal(words.map((word) => word.text).join(' '), text);
    t.strictSame([words[0]?.start_time, words.at(-1)?.end_time], [start_time, end_time]);
  }

  t.ok(shares.every((share, index) => share > (shares[index - 1] ?? 0)));
  t.equal(shares.at(-1), 1);
});

t.test('the speakers of one channel are separated by their voices', async (t) => {
  const folder = t.testdir({});
  const options = { spans: INTRODUCTION, filter: 'pan=mono|c0=c0+c1' };
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  const file = await sampleCall(folder, 'call.flac', options);
  const transcript = await transcribe(folder, file, { onProgress });
  t.equal(transcript.channels, 'mono');
  assertWhoSaidWhat(t, transcript);
  t.ok(
    shares.every((share, index) => share >= (shares[index - 1] ?? 0)),
    'progress moves on',
  );
  t.ok(
    new Set(shares.filter((share) => share > 0.8 && share < 1)).size > 3,
    'also while voices are compared',
  );
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
