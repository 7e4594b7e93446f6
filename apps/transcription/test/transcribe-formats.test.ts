import { Transcript } from '@debrief/contracts/resources/transcript';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { assertWhoSaidWhat, sampleCall, transcribe } from './fixtures/sample-call.ts';

for (const [name, ...options] of [
  ['call.wav'],
  ['call.mp3', '-b:a', '96k'],
  ['call.m4a', '-b:a', '96k'],
  ['call.ogg', '-c:a', 'libvorbis', '-q:a', '5'],
] as const) {
  t.test(`${name} says who said what`, async (t) => {
    const folder = t.testdir({});
    const transcript = await transcribe(folder, await sampleCall(folder, name, { options }));
    t.same([...Value.Errors(Transcript, transcript)], []);
    t.equal(transcript.channels, 'dual');
    t.equal(transcript.engine.name, 'pocketsphinx');
    t.ok(Math.abs(transcript.duration_seconds - 2.8) < 0.2, `${transcript.duration_seconds} s`);
    assertWhoSaidWhat(t, transcript);
  });
}
