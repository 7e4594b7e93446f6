import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@debrief/service-kit/logger';
import type { Test } from 'tap';
import t from 'tap';
import { ModelChildren } from '../../src/engines/model-children.ts';
import { diarizationChildren, tellVoices } from '../../src/speakers/tell-voices.ts';
import { putVoiceModels, turnsFile, type Voice } from '../fixtures/voice-models.ts';

const { signal } = new AbortController();
const onProgress = () => {};

async function childrenIn(t: Test) {
  const folder = t.testdir({ models: {} });
  const modelsDir = join(folder, 'models');
  const logged: string[] = [];
  const log = createLogger({ name: 'transcription', level: 'silent' });
  log.warn = (...line: unknown[]) => logged.push(String(line[1])) as never;
  const children = new ModelChildren({ modelsDir, log, max: 1, ...diarizationChildren });
  t.teardown(() => children.close());
  return { folder, modelsDir, children, logged };
}

/** Which voice has each turn, and how far its ends are from where they should be. */
function turnsOf(
  stretches: Awaited<ReturnType<typeof tellVoices>>,
  turns: readonly (readonly [Voice, number])[],
) {
  let at = 0;
  return turns.map(([, seconds]) => {
    const middle = at + seconds / 2;
    at += seconds + 0.5;
    return stretches?.find(({ startTime, endTime }) => startTime <= middle && middle < endTime)?.voice;
  });
}

t.test('voices are told apart by models, the first heard being 0', async (t) => {
  const { folder, modelsDir, children } = await childrenIn(t);
  await putVoiceModels(modelsDir);
  const turns = [
    ['high', 3],
    ['low', 4],
    ['high', 2],
    ['low', 3],
    ['high', 5],
    ['low', 2],
  ] as const;
  const file = await turnsFile(join(folder, 'call.wav'), turns);
  const shares: number[] = [];
  const onShare = (share: number) => shares.push(share);
  const stretches = await tellVoices(children, { file, signal, onProgress, onShare });
  t.equal(children.fault, null);
  t.ok(new Set(shares).size > 5, `it says how far it is while it goes on: ${shares.length} times`);
  t.strictSame(turnsOf(stretches, turns), [0, 1, 0, 1, 0, 1]);
  const ends = stretches?.flatMap(({ startTime, endTime }) => [startTime, endTime]) ?? [];
  t.ok(
    ends.every((time, i) => i === 0 || time >= (ends[i - 1] ?? 0)),
    'in order, none over another',
  );
});

t.test('parts of a long recording have the same voices, and a third is joined to the likest', async (t) => {
  const { folder, modelsDir, children } = await childrenIn(t);
  await putVoiceModels(modelsDir);
  const turns = [
    ['low', 5],
    ['high', 4.5],
    ['high', 4],
    ['low', 5],
    ['low', 3],
    ['high', 4],
  ] as const;
  const file = await turnsFile(join(folder, 'call.wav'), turns);
  const shares: number[] = [];
  const onShare = (share: number) => shares.push(share);
  const stretches = await tellVoices(children, { file, signal, onProgress, onShare, partSeconds: 10 });
  t.strictSame(turnsOf(stretches, turns), [0, 1, 1, 0, 0, 1]);
  t.strictSame(
    shares,
    shares.toSorted((a, b) => a - b),
    'it says how far it is, never back',
  );
  t.equal(shares.at(-1), 1);
  t.ok(new Set(shares).size >= 3, 'in each of three parts');

  const three = [
    ['low', 4],
    ['high', 4],
    ['middle', 4],
    ['low', 4],
    ['high', 4],
  ] as const;
  const sides = turnsOf(
    await tellVoices(children, { file: await turnsFile(file, three), signal, onProgress }),
    three,
  );
  t.equal(sides[0], sides[3]);
  t.equal(sides[1], sides[4]);
  t.not(sides[0], sides[1]);
});

t.test('one voice is one', async (t) => {
  const { folder, modelsDir, children } = await childrenIn(t);
  await putVoiceModels(modelsDir);
  const turns = [
    ['low', 3],
    ['low', 4],
    ['low', 2],
  ] as const;
  const file = await turnsFile(join(folder, 'call.wav'), turns);
  t.strictSame(turnsOf(await tellVoices(children, { file, signal, onProgress }), turns), [0, 0, 0]);
});

t.test('without models, or with one that is damaged, nothing is told, and the operator is', async (t) => {
  const { folder, modelsDir, children, logged } = await childrenIn(t);
  const file = await turnsFile(join(folder, 'call.wav'), [['low', 1]]);
  t.equal(await tellVoices(children, { file, signal, onProgress }), null);
  t.strictSame(logged, []);

  await putVoiceModels(modelsDir);
  await writeFile(join(modelsDir, 'tones-embedding/model.onnx'), 'no model');
  t.equal(await tellVoices(children, { file, signal, onProgress }), null);
  t.equal(await tellVoices(children, { file, signal, onProgress }), null);
  t.match(logged, [/^no voices told apart by models: /]);
  t.match(children.fault, /no voices told apart/);

  await rm(join(modelsDir, 'tones-embedding'), { recursive: true });
  await putVoiceModels(modelsDir);
  t.ok(await tellVoices(children, { file, signal, onProgress }), 'one that was changed is tried at once');
  t.equal(children.fault, null);
});
