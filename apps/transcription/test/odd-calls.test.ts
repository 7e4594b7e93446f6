import t from 'tap';
import { assertWhoSaidWhat, convert, INTRODUCTION, sampleCall, transcribe } from './fixtures/sample-call.ts';

const folder = t.testdir({});
const notes = [262, 330, 392, 523].map((hertz, at) => `${hertz}*between(mod(t,2),${at / 2},${(at + 1) / 2})`);
const sounds = {
  music: `0.25*sin(2*PI*t*(${notes.join('+')}))+0.1*sin(2*PI*t*131)`,
  'keys that are pressed': '0.2*(sin(2*PI*770*t)+sin(2*PI*1336*t))*lt(mod(t,0.4),0.2)',
  'a busy line': '0.2*sin(2*PI*425*t)*lt(mod(t,1),0.5)',
};
const source = (sound: string, seconds: number) =>
  `aevalsrc=${sound.replaceAll(',', '\\,')}:s=16000:d=${seconds}`;

for (const [name, sound] of Object.entries(sounds)) {
  t.test(`${name} and nobody who speaks is a transcript without segments`, async (t) => {
    const file = await convert(folder, 'sound.wav', '-f', 'lavfi', '-i', source(sound, 6), '-ar', '8000');
    const transcript = await transcribe(folder, file);
    t.same(transcript.segments, []);
    t.match(transcript, { quality: 'low', speakers: { method: 'none', confidence: 0 } });
    t.ok(Math.abs(transcript.duration_seconds - 6) < 0.1);
  });
}

t.test('a call that is put on hold has its words before and after, and none of the music', async (t) => {
  const call = await sampleCall(folder, 'call.wav', { spans: INTRODUCTION });
  const music = source(`${sounds.music}|${sounds.music}`, 5);
  const graph = `${music}[music];[0:a]aresample=16000,asplit[a][b];[a][music][b]concat=n=3:v=0:a=1`;
  const transcript = await transcribe(
    folder,
    await convert(folder, 'hold.wav', '-i', call, '-filter_complex', graph),
  );
  assertWhoSaidWhat(t, transcript);
  const { segments } = transcript;
  t.ok(segments.some(({ end_time }) => end_time < 6) && segments.some(({ start_time }) => start_time > 10));
  t.notOk(segments.some(({ start_time, end_time }) => start_time < 10 && end_time > 6));
});

t.test('one who speaks to nobody, as an announcement does, is one speaker', async (t) => {
  for (const filter of ['pan=mono|c0=c0', 'pan=stereo|c0=c0|c1=0*c0']) {
    const file = await sampleCall(folder, 'one.wav', { spans: [[1, 4.85]], filter });
    const { segments } = await transcribe(folder, file);
    t.match(segments.map(({ text }) => text).join(' '), /this is David Miller/);
    t.same(new Set(segments.map(({ role }) => role)), new Set(['agent']), filter);
  }
});
