import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '@debrief/service-kit/logger';
import type { Test } from 'tap';
import t from 'tap';
import { findConfinement } from '../../src/audio/confinement.ts';
import type { Recognizer } from '../../src/engines/engine.ts';
import { type SherpaOnnxOptions, sherpaOnnx } from '../../src/engines/sherpa-onnx.ts';
import { isTransient } from '../fixtures/failures.ts';
import {
  greedyGraph,
  putCtcModel,
  putModel,
  putTransducer,
  STEP_SECONDS,
  type Tone,
  toneFile,
  use,
} from '../fixtures/tone-models.ts';
import { until } from '../fixtures/until.ts';

// As the worker runs, which a child of another user must be able to read from all the same.
process.umask(0o077);
const { signal } = new AbortController();
const { missing } = await findConfinement();
const GIB = 1024 ** 3;
const noProgress = () => {};

const greeting: Tone[] = [
  { token: '▁hel', startTime: 0.4 },
  { token: 'lo', startTime: 0.6 },
  { token: '▁Maria', startTime: 1 },
  { token: '.', startTime: 1.6 },
  { token: '▁three', startTime: 2.4 },
  { token: "▁o'", startTime: 2.8 },
  { token: 'clock', startTime: 3 },
  { token: '?', startTime: 3.4 },
];
const greetingText = ['hello', 'Maria.', 'three', "o'clock?"];

/** An engine over a folder of models of its own, and lines that it logged. */
function engineIn(t: Test, options: Partial<SherpaOnnxOptions> = {}) {
  const folder = t.testdir({ models: {} });
  const modelsDir = join(folder, 'models');
  const logged: string[] = [];
  const log = createLogger({ name: 'transcription', level: 'silent' });
  log.warn = (...line: unknown[]) => logged.push(String(line[1])) as never;
  const engine = sherpaOnnx({ modelsDir, log, ...options });
  t.teardown(() => engine.close?.());
  return { folder, modelsDir, engine, logged };
}

async function loaded(engine: ReturnType<typeof sherpaOnnx>): Promise<Recognizer> {
  const recognizer = await engine.find();
  if (recognizer === null) throw new Error(engine.fault?.() ?? 'no model is in use');
  if (!(await recognizer.load?.(noProgress))) throw new Error(engine.fault?.() ?? 'not loaded');
  return recognizer;
}

/** Node processes of children with this model folder among their arguments, not what confines them. */
async function childrenWith(folder: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=', '-ww']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(`${folder}/`) && / *\d+ \S*node /.test(line))
    .map((line) => Number.parseInt(line, 10));
}

t.test('words are heard with their times, their punctuation and their capitals', async (t) => {
  const { folder, modelsDir, engine } = engineIn(t);
  await putCtcModel(modelsDir);
  await use(modelsDir, 'tones-ctc');
  const recognizer = await loaded(engine);
  t.match(recognizer, { name: 'sherpa-onnx', version: '1.13.8', model: 'tones-ctc', language: 'en' });
  const file = await toneFile(join(folder, 'window.wav'), greeting);
  const words = await recognizer.recognize(file, signal, noProgress);
  t.strictSame(
    words.map(({ text }) => text),
    greetingText,
  );
  for (const [index, startTime] of [0.4, 1, 2.4, 2.8].entries()) {
    const word = words[index];
    t.ok(Math.abs((word?.startTime ?? 0) - startTime) <= STEP_SECONDS, `${word?.text} at ${startTime}`);
    t.ok((word?.endTime ?? 0) > startTime && (word?.endTime ?? 9) < startTime + 0.5);
    t.equal(word?.confidence, null, 'a CTC model does not say how sure it is');
  }
  t.strictSame(
    await recognizer.recognize(await toneFile(file, []), signal, noProgress),
    [],
    'nothing in silence',
  );
});

t.test('a transducer also says how sure it is, and one of several languages names none', async (t) => {
  const { folder, modelsDir, engine } = engineIn(t);
  await putTransducer(modelsDir);
  await use(modelsDir, 'tones-tdt');
  const recognizer = await loaded(engine);
  t.match(recognizer, { model: 'tones-tdt', language: 'und' });
  const words = await recognizer.recognize(
    await toneFile(join(folder, 'window.wav'), greeting),
    signal,
    noProgress,
  );
  t.strictSame(
    words.map(({ text }) => text),
    greetingText,
  );
  for (const { text, confidence } of words) t.ok((confidence ?? 0) > 0.9 && (confidence ?? 2) <= 1, text);
});

t.test('windows heard at once have children of their own, which end with their model', async (t) => {
  const { folder, modelsDir, engine } = engineIn(t);
  const model = await putCtcModel(modelsDir);
  await use(modelsDir, 'tones-ctc');
  const recognizer = await loaded(engine);
  const files = await Promise.all(
    [0.2, 0.4, 0.6, 0.8].map((startTime) =>
      toneFile(join(folder, `${startTime}.wav`), [{ token: '▁three', startTime }]),
    ),
  );
  const heard = await Promise.all(files.map((file) => recognizer.recognize(file, signal, noProgress)));
  t.strictSame(
    heard.map((words) => words[0]?.text),
    ['three', 'three', 'three', 'three'],
  );
  const children = await childrenWith(model);
  t.ok(children.length > 1 && children.length <= 4);
  await recognizer.recognize(files[0] ?? '', signal, noProgress);
  t.ok(
    (await childrenWith(model)).every((pid) => children.includes(pid)),
    'none is started anew',
  );
  await putCtcModel(modelsDir, 'another');
  await use(modelsDir, 'another');
  await engine.find();
  await until(async () => (await childrenWith(model)).length === 0);
});

t.test('a child that nobody needs ends, and the next window starts another', async (t) => {
  const { folder, modelsDir, engine } = engineIn(t, { idleMs: 10 });
  const model = await putCtcModel(modelsDir);
  await use(modelsDir, 'tones-ctc');
  const recognizer = await loaded(engine);
  await until(async () => (await childrenWith(model)).length === 0);
  const file = await toneFile(join(folder, 'window.wav'), greeting);
  t.equal((await recognizer.recognize(file, signal, noProgress)).length, greetingText.length);
});

t.test('a window whose child is killed is heard by another; a second loss is a failure', async (t) => {
  const { folder, modelsDir, engine } = engineIn(t);
  const model = await putCtcModel(modelsDir);
  await use(modelsDir, 'tones-ctc');
  const recognizer = await loaded(engine);
  const file = await toneFile(join(folder, 'window.wav'), greeting);
  // Stopped, so that it has the window and does not answer before it is killed.
  const stopChild = async () => {
    const [child = 0] = await childrenWith(model);
    process.kill(child, 'SIGSTOP');
    return child;
  };
  const first = await stopChild();
  const hearing = recognizer.recognize(file, signal, noProgress);
  process.kill(first, 'SIGKILL');
  t.strictSame(
    (await hearing).map(({ text }) => text),
    greetingText,
  );
  t.notOk((await childrenWith(model)).includes(first));

  const second = await stopChild();
  const failing = recognizer.recognize(file, signal, noProgress).catch((error: Error) => error);
  await rm(join(model, 'model.onnx'));
  process.kill(second, 'SIGKILL');
  isTransient(t, (await failing) as Error, 'engine_failed');
});

t.test('a child that hangs is ended, and its window heard by another', async (t) => {
  const { folder, modelsDir, engine } = engineIn(t, { times: { silentMs: 2_000, answerMs: 60_000 } });
  const model = await putCtcModel(modelsDir);
  await use(modelsDir, 'tones-ctc');
  const recognizer = await loaded(engine);
  const [child = 0] = await childrenWith(model);
  process.kill(child, 'SIGSTOP');
  const file = await toneFile(join(folder, 'window.wav'), greeting);
  const words = await recognizer.recognize(file, signal, noProgress);
  t.equal(words.length, greetingText.length);
  t.notOk((await childrenWith(model)).includes(child));
});

t.test('giving up ends the child at once', async (t) => {
  const { folder, modelsDir, engine } = engineIn(t);
  const model = await putCtcModel(modelsDir);
  await use(modelsDir, 'tones-ctc');
  const recognizer = await loaded(engine);
  const [child = 0] = await childrenWith(model);
  process.kill(child, 'SIGSTOP');
  const giving = new AbortController();
  const file = await toneFile(join(folder, 'window.wav'), greeting);
  const begun = Promise.withResolvers<void>();
  const hearing = recognizer.recognize(file, giving.signal, begun.resolve);
  await begun.promise;
  const reason = new Error('not held');
  giving.abort(reason);
  t.equal(await hearing.catch((error: unknown) => error), reason);
  await until(async () => (await childrenWith(model)).length === 0);
});

t.test(
  'a model that needs more memory than a child may have fails its window, and nothing else',
  { skip: missing.some((what) => what.includes('prlimit')) && 'this system has no prlimit' },
  async (t) => {
    const { folder, modelsDir, engine } = engineIn(t, { memoryBytes: 2.5 * GIB });
    await putCtcModel(modelsDir, 'greedy', greedyGraph());
    await use(modelsDir, 'greedy');
    const recognizer = await loaded(engine);
    const file = await toneFile(join(folder, 'window.wav'), greeting);
    const error = await recognizer.recognize(file, signal, noProgress).catch((error: Error) => error);
    isTransient(t, error as Error, 'engine_failed');
    t.match((error as Error).cause, { message: /Failed to allocate memory/ });
  },
);

t.test('a model that cannot be loaded is said once, and another is taken when it is chosen', async (t) => {
  const { folder, modelsDir, engine, logged } = engineIn(t);
  t.equal(await engine.find(), null, 'there is none at first');
  t.equal(engine.fault?.(), null);

  const files = { model: 'model.onnx', tokens: 'tokens.txt' };
  await putModel(
    modelsDir,
    { name: 'broken', kind: 'ctc', files },
    { 'model.onnx': Buffer.alloc(4_096, 'x'), 'tokens.txt': '<blk> 0\n' },
  );
  await use(modelsDir, 'broken');
  for (const _ of [1, 2]) {
    const broken = await engine.find();
    t.notOk(broken === null ? false : await broken.load?.(noProgress));
  }
  t.equal(await engine.find(), null);
  t.match(engine.fault?.(), /^the model broken cannot be loaded: /);

  await use(modelsDir, 'missing');
  t.equal(await engine.find(), null);
  t.match(engine.fault?.(), /There is no model in .*missing/);
  await writeFile(join(modelsDir, 'in-use.json'), '{');
  t.equal(await engine.find(), null);
  t.match(engine.fault?.(), /in-use\.json cannot be read/);
  t.equal(logged.length, 3, logged.join('\n'));

  await putCtcModel(modelsDir);
  await use(modelsDir, 'tones-ctc');
  const first = await loaded(engine);
  t.equal(engine.fault?.(), null);
  await putTransducer(modelsDir);
  await use(modelsDir, 'tones-tdt');
  const second = await loaded(engine);
  t.equal(second.model, 'tones-tdt', 'the next recording has it');
  const file = await toneFile(join(folder, 'window.wav'), greeting);
  const heard = await Promise.all([first, second].map((one) => one.recognize(file, signal, noProgress)));
  t.ok(
    heard.every((words) => words.length === greetingText.length),
    'and one under way keeps its own',
  );
});
